"""What do people see in a browser? The pages of studies and annotation."""

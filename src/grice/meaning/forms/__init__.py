"""How a scene graph is written: FACTUAL text, FACTUAL-MR, JSON, GraphViz, networkx. Each file reads and writes one."""

"""Does any input end in a traceback, or never end? Inputs by the hundred thousand, and what each must not do.

`targets` is the table: for each public entrance a maker of inputs and what is done with them. `engines` says where
inputs come from (chance, hypothesis, atheris), `watch` judges one. `lab/fuzz.py` is the command line; `seeds` holds
inputs that once failed, replayed by `test_seeds.py`.
"""

"""What happens if I say it differently? The explorer: rooms, quantified scenes, graphs and files of captions, live.

`rooms`, `quantified`, `graphs` and `captions` are pure functions from what a page asks to what it shows, both frozen
dataclasses; `site` serves them as JSON beside one page with four tabs.
"""

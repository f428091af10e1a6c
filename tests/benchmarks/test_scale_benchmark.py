from grice.benchmarks import scale


def test_a_small_run_scores_every_caption_and_says_what_it_took() -> None:
    (table,) = scale.run(captions=2000, processes=1)
    measured = dict(table.rows)
    assert measured["captions scored"] == 2000
    # Short captions name two or three of six features, and random pairs differ in five: nearly all rule it out.
    assert measured["of them discriminative"] > 0.9
    assert measured["size of the parts, MB"] > 0

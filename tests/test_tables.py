"""One table in every form, against what it should look like letter by letter; and back again where a form allows it."""

import csv
import io
import math

import pyarrow as pa
import pyarrow.csv
import pytest

from grice import InputError
from grice.tables import Table, shown

TABLE = Table(
    "Scores & shares",
    ("metric", "value", "95 %", "count"),
    [("soft_spice", 0.5, "[0.4, 0.6]", 12), ("<b> | {x}", 0.0004, None, None), ("SP (paper)", float("nan"), "", 3)],
    ("A note: 100 % of a_b.",),
    "spice|seed:0",
)


def test_text() -> None:
    assert TABLE.to_text(40) == (
        "Scores & shares\n"
        "metric      value 95 %       count\n"
        "soft_spice  0.500 [0.4, 0.6]    12\n"
        "<b> | {x}  0.0004 –              –\n"
        "SP (paper)      –                3\n"
        "A note: 100 % of a_b.\n"
        "spice|seed:0\n"
    )


def test_text_is_no_wider_than_asked_and_keeps_words_whole() -> None:
    row = ["softspice, bidirectional", 55.782, "[53.2, 58.4]", 71.336, "[69.1, 73.4]", 53.35, 0.0005]
    columns = ["metric", "tau_c", "95 %", "Pearson", "95 %, r", "recorded tau_c", "recorded Pearson"]
    lines = Table("agreement", columns, [row], ["a note " * 30], "signature|" * 30).to_text(80).splitlines()
    assert max(map(len, lines)) <= 80
    assert {"bidirectional", "recorded", "[53.2,", "71.336", "0.0005"} <= set(" ".join(lines).split())


def test_markdown() -> None:
    assert TABLE.to_markdown() == (
        "**Scores & shares**\n"
        "\n"
        "| metric | value | 95 % | count |\n"
        "| --- | ---: | --- | ---: |\n"
        "| soft_spice | 0.500 | [0.4, 0.6] | 12 |\n"
        "| &lt;b> \\| {x} | 0.0004 | – | – |\n"
        "| SP (paper) | – |  | 3 |\n"
        "\n"
        "A note: 100 % of a_b.\n"
        "\n"
        "`spice|seed:0`\n"
    )


def test_latex() -> None:
    assert TABLE.to_latex() == (
        "\\begin{table}\n"
        "\\centering\n"
        "\\caption{Scores \\& shares}\n"
        "\\begin{tabular}{lrlr}\n"
        "\\toprule\n"
        "metric & value & 95 \\% & count \\\\\n"
        "\\midrule\n"
        "soft\\_spice & 0.500 & [0.4, 0.6] & 12 \\\\\n"
        "<b> | \\{x\\} & 0.0004 & – & – \\\\\n"
        "SP (paper) & – &  & 3 \\\\\n"
        "\\bottomrule\n"
        "\\end{tabular}\n"
        "\\par\\footnotesize A note: 100 \\% of a\\_b.\n"
        "% spice|seed:0\n"
        "\\end{table}\n"
    )


def test_html() -> None:
    assert TABLE.to_html() == (
        "<h3>Scores &amp; shares</h3>\n"
        '<div class="scroll" role="region" aria-label="Scores &amp; shares" tabindex="0"><table>\n'
        '<thead><tr><th>metric</th><th class="n">value</th><th>95 %</th><th class="n">count</th></tr></thead>\n'
        "<tbody>\n"
        '<tr><td>soft_spice</td><td class="n">0.500</td><td>[0.4, 0.6]</td><td class="n">12</td></tr>\n'
        '<tr><td>&lt;b&gt; | {x}</td><td class="n">0.0004</td><td>–</td><td class="n">–</td></tr>\n'
        '<tr class="printed"><td>SP (paper)</td><td class="n">–</td><td></td><td class="n">3</td></tr>\n'
        "</tbody>\n"
        "</table></div>\n"
        '<p class="note">A note: 100 % of a_b.</p>\n'
        '<p class="sig">spice|seed:0</p>\n'
    )


def test_csv() -> None:
    assert TABLE.to_csv() == (
        "metric,value,95 %,count\n"
        'soft_spice,0.5,"[0.4, 0.6]",12\n'
        "<b> | {x},0.0004,,\n"
        "SP (paper),,,3\n"
    )  # fmt: skip


HOSTILE = "\"quotes\", 'commas'\nand \\ & % $ # _ { } ~ ^ <script>alert(1)</script> | *"


def test_what_has_a_meaning_in_html_or_latex_is_escaped_everywhere() -> None:
    table = Table(HOSTILE, (HOSTILE,), [(HOSTILE,)], (HOSTILE,), HOSTILE)
    assert "<script" not in table.to_html()
    assert 'aria-label="&quot;quotes&quot;' in table.to_html()
    latex = table.to_latex()
    assert latex.count(r"\textbackslash{} \& \% \$ \# \_ \{ \} \textasciitilde{} \textasciicircum{}") == 4
    # The signature is a comment, so it must stay on its line.
    assert [line for line in latex.splitlines() if "quotes" in line][-1].startswith("% ")


def test_csv_comes_back_with_every_digit_and_quotes() -> None:
    table = Table("t", ("text", "third", "big"), [(HOSTILE, 1 / 3, 10**12), ("é\u2028", -1e-300, -1)])
    header, *rows = csv.reader(io.StringIO(table.to_csv(), newline=""))
    assert tuple(header) == table.columns
    assert [(text, float(third), int(big)) for text, third, big in rows] == list(table.rows)
    options = pyarrow.csv.ParseOptions(newlines_in_values=True)
    read = pyarrow.csv.read_csv(io.BytesIO(table.to_csv().encode()), parse_options=options)
    assert read.to_pylist() == table.records()


def test_arrow_comes_back_whole() -> None:
    table = Table(
        "t", ("name", "x", "n", "yes"), [("a", 1 / 3, 1, True), (None, 0.5, None, False)], ("one", "two"), "s|1"
    )
    arrow = table.to_arrow()
    assert Table.from_arrow(arrow) == table
    assert [str(field.type) for field in arrow.schema] == ["string", "double", "int64", "bool"]
    sink = io.BytesIO()
    with pa.ipc.new_file(sink, arrow.schema) as file:
        file.write_table(arrow)
    assert Table.from_arrow(pa.ipc.open_file(sink).read_all()) == table
    assert Table.from_arrow(pa.table({"x": [1, 2]}), "given") == Table("given", ("x",), [(1,), (2,)])


def test_a_column_of_mixed_types_is_text_in_arrow() -> None:
    arrow = Table("t", ("x",), [("under 2",), (0.25,), (float("nan"),)]).to_arrow()
    assert arrow.column("x").to_pylist() == ["under 2", "0.250", None]


def test_a_table_does_not_change_and_equal_ones_are_equal() -> None:
    rows = [[1, 2]]
    table = Table("t", ["a", "b"], rows)
    rows[0][0] = 9
    assert table.records() == [{"a": 1, "b": 2}]
    assert table == Table("t", ("a", "b"), ((1, 2),))
    assert hash(table) == hash(Table("t", ("a", "b"), ((1, 2),)))


@pytest.mark.parametrize(("columns", "row"), [(["a", "b"], [1]), (["a", "a"], [1, 2])])
def test_columns_have_names_of_their_own_and_rows_a_cell_for_each(
    columns: tuple[str, ...], row: tuple[int, ...]
) -> None:
    with pytest.raises(InputError, match="'t'"):
        Table("t", columns, [row])


def test_small_numbers_are_not_shown_as_nothing() -> None:
    assert [shown(x) for x in (0.0, 0.0004, -0.0004, 1.0, 3, None, math.nan)] == [
        "0.000", "0.0004", "-0.0004", "1.000", "3", "–", "–",
    ]  # fmt: skip

"""Ray Data: the same bytes as processes of one machine."""

from pathlib import Path

import pytest

from grice.engines.groups import first_pass, run
from grice.engines.on_ray import OnRay
from grice.engines.part_files import Finished
from grice.files.row_groups import row_groups
from grouped import compared, contents, scoring, written

ray = pytest.importorskip("ray", reason="needs ray: pip install 'grice[ray]'")


@pytest.mark.long
def test_actors_write_what_processes_write(tmp_path: Path) -> None:
    groups = row_groups([written(tmp_path / "captions.parquet", 300)])
    list(run(scoring(), groups, tmp_path / "here"))
    done = list(run(scoring(), groups, tmp_path / "there", engine=OnRay(2)))
    ray.shutdown()
    assert sorted(one.group.number for one in done if isinstance(one, Finished)) == [0, 1, 2]
    assert contents(tmp_path / "here") == contents(tmp_path / "there")


@pytest.mark.long
def test_actors_share_the_first_pass_too(tmp_path: Path) -> None:
    groups = row_groups([compared(tmp_path / "captions.parquet")])
    for folder, engine in (("here", None), ("there", OnRay(2))):
        task = first_pass(scoring(names="cider,rouge"), groups, engine=engine)
        list(run(task, groups, tmp_path / folder, engine=engine))
    ray.shutdown()
    assert contents(tmp_path / "here") == contents(tmp_path / "there")

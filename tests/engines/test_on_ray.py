"""Ray Data: the same bytes as processes of one machine."""

from pathlib import Path

import pytest

from grice.engines.groups import run
from grice.engines.on_ray import OnRay
from grice.engines.part_files import Finished
from grice.files.row_groups import row_groups
from grouped import contents, scoring, written

ray = pytest.importorskip("ray", reason="needs ray: pip install 'grice[ray]'")


@pytest.mark.long
def test_actors_write_what_processes_write(tmp_path: Path) -> None:
    groups = row_groups([written(tmp_path / "captions.parquet", 300)])
    list(run(scoring(), groups, tmp_path / "here"))
    done = list(run(scoring(), groups, tmp_path / "there", engine=OnRay(2)))
    ray.shutdown()
    assert sorted(one.group.number for one in done if isinstance(one, Finished)) == [0, 1, 2]
    assert contents(tmp_path / "here") == contents(tmp_path / "there")

"""What MkDocs calls: gives it the pages that are made of data, and makes the links of the others fit the site."""

import sys
from pathlib import Path

sys.path.insert(0, str(Path(__file__).parent))

from mkdocs.structure.files import File  # noqa: E402
from parts import control_api, gallery, library, refusals, schema  # noqa: E402
from parts.links import Links  # noqa: E402
from parts.project import MIRRORED, PICTURES, ROOT  # noqa: E402

#: The file of the project that a page comes from; a page of data has none.
SOURCES = {page: source for source, page in MIRRORED.items()}
OWN_FILES = ["site.css", "tables.js", "from-disk.js", "favicon.svg"]
numbers = []
#: Addresses that the theme's script would load for parts that this site does not use, and what stands in their place.
ADDRESSES = ("https://unpkg.com/", "https://api.github.com/")
NOWHERE = "about:invalid#"


def made():
    """The pages that are made of data, by path."""
    catalogue, scenarios = refusals.catalogue(), library.library()
    numbers[:] = [one.number for one in catalogue]
    text = schema.text()
    return {
        "pages.md": gallery.page(),
        "schema.md": schema.page(text),
        schema.FILE: text,
        **control_api.ControlAPI(control_api.description()).pages(),
        **{one.page: refusals.page(one, [other for other in scenarios if other.meets(one.number)]) for one in catalogue},
        **{one.page: library.page(one, scenarios, set(numbers)) for one in scenarios},
    }


def on_files(files, config):
    for path, text in made().items():
        files.append(File.generated(config, path, content=text))
    for source, page in MIRRORED.items():
        files.append(File.generated(config, page, content=ROOT.joinpath(source).read_text(encoding="utf-8")))
    for name in OWN_FILES:
        files.append(File.generated(config, name, abs_src_path=str(Path(__file__).parent / "style" / name)))
    for picture in sorted(PICTURES.glob("*.png")):
        files.append(File.generated(config, f"pictures/{picture.name}", abs_src_path=str(picture)))
    return files


def on_page_markdown(markdown, page, config, files):
    path = page.file.src_uri
    source = SOURCES.get(path) or (f"docs/{path}" if page.file.generated_by is None else None)
    text = Links(source, path, numbers, config.repo_url or "").rewrite(markdown)
    return gallery.with_pictures(text)


def on_post_page(output, page, config):
    """Gives the theme's search its name, which a screen reader says."""
    return output.replace('role="dialog"', 'role="dialog" aria-label="Search"')


def on_post_build(config):
    """Makes the site one that needs nothing from elsewhere, and that works from a disk, too."""
    site = Path(config.site_dir)
    # `website/check` finds an address that a newer theme brings.
    for script in site.glob("assets/javascripts/bundle.*.js"):
        text = script.read_text(encoding="utf-8")
        for address in ADDRESSES:
            text = text.replace(address, NOWHERE)
        script.write_text(text, encoding="utf-8")
    for debugging in site.glob("assets/**/*.map"):
        debugging.unlink()
    # A page from a disk may load a script, and no JSON.
    index = site / "search/search_index.json"
    index.with_suffix(".js").write_text(f"var __index = {index.read_text(encoding='utf-8')}", encoding="utf-8")

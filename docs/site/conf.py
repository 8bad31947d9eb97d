"""How Sphinx builds the site; docs/site/build.py calls it."""

project = "Hoyle"
author = "The founders of Hoyle"
extensions = ["myst_parser"]
myst_heading_anchors = 4
myst_enable_extensions = ["html_image"]
html_theme = "furo"
html_title = "Hoyle"
html_copy_source = False
html_show_sphinx = False
html_show_copyright = False
html_static_path = ["static"]
html_css_files = ["site.css"]
exclude_patterns = ["agents", "examples"]

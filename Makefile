# Shortcuts; ./stpete does the work.
.PHONY: run test lock locale

run:
	./stpete run

test:
	./stpete test

locale:
	./stpete manage compile_locale

# Make the hashed lists of requirements/ anew from the .in files. Their pins hold for every Python from 3.11 on.
lock:
	test -x .venv/bin/uv || .venv/bin/python -m pip install --quiet --require-hashes -r requirements/dev.txt
	for list in run parquet test dev; do \
	    .venv/bin/uv pip compile --quiet --universal --python-version 3.11 --generate-hashes --no-emit-index-url \
	        --no-emit-find-links --no-annotate --no-header -o requirements/$$list.txt requirements/$$list.in || exit 1; \
	done

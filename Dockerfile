# One image for the web server, the worker and the migrations; compose.yaml starts all three. It needs to write to /data and
# /tmp only.

ARG PYTHON_IMAGE=python:3.13-slim-bookworm

FROM ${PYTHON_IMAGE} AS build
RUN apt-get update \
    && apt-get install -y --no-install-recommends gcc libc6-dev \
    && rm -rf /var/lib/apt/lists/*
RUN python -m venv /venv
ENV PATH=/venv/bin:$PATH PIP_NO_CACHE_DIR=1 PIP_DISABLE_PIP_VERSION_CHECK=1
WORKDIR /app
COPY requirements-site.txt ./
RUN pip install --require-hashes --requirement requirements-site.txt
COPY setup.py ./
COPY engine engine
# What only building needs stays out of the image: compiler, Cython, sources of the kernels.
RUN python setup.py --quiet build_ext --inplace \
    && rm -rf build setup.py \
    && find engine \( -name '*.pyx' -o -name '*.pxd' -o -name '*.pxi' -o -name '*.tp' -o -name '*.c' -o -name '*.h' \) -delete \
    && pip uninstall --quiet --yes Cython setuptools
COPY manage.py gunicorn.conf.py ./
COPY pressorpass_site pressorpass_site
RUN python -m compileall -q engine pressorpass_site
COPY templates templates
COPY static static
# A key of no value: collecting files signs nothing.
RUN SECRET_KEY=build STATIC_ROOT=/app/collected DATA_DIR=/tmp/data python manage.py collectstatic --no-input --verbosity 0 \
    && pip uninstall --quiet --yes pip

FROM ${PYTHON_IMAGE}
RUN useradd --system --uid 10001 --create-home --home-dir /data site
COPY --from=build /venv /venv
# For the site's own user, whatever the umask was at the clone.
COPY --from=build --chmod=755 /app /app
ENV PATH=/venv/bin:$PATH PYTHONDONTWRITEBYTECODE=1 PYTHONUNBUFFERED=1 \
    HOST=0.0.0.0 PORT=8000 DATA_DIR=/data STATIC_ROOT=/app/collected
WORKDIR /app
USER site
VOLUME /data
EXPOSE 8000
CMD ["gunicorn", "pressorpass_site.wsgi"]

"""Builds the engine's Cython kernels in place: ``python setup.py build_ext --inplace``.

Flags stay portable: a safe baseline, with faster versions of the inner loops chosen at run time
(engine/solve/lanes.h), so that a build made here runs on any machine of the same family.
"""

import numpy
from Cython.Build import cythonize
from setuptools import Extension, find_packages, setup

extensions = [
    Extension(
        "*",
        ["engine/**/*.pyx"],
        include_dirs=[numpy.get_include(), "engine/solve"],
        define_macros=[("NPY_NO_DEPRECATED_API", "NPY_1_7_API_VERSION")],
        extra_compile_args=["-O3", "-fno-math-errno", "-Wno-unused-function"],
        depends=["engine/solve/lanes.h", "engine/solve/rows.h", "engine/solve/_cubes.pxi", "engine/solve/_reach.pxd"],
    )
]

setup(
    name="pressorpass",
    version="1.0.0",
    packages=find_packages(include=["engine", "engine.*"]),
    package_data={"engine.game": ["presets/*.json", "*.json"]},
    ext_modules=cythonize(
        extensions,
        language_level=3,
        compiler_directives={
            "boundscheck": False,
            "wraparound": False,
            "cdivision": True,
            "initializedcheck": False,
            "embedsignature": True,
        },
    ),
)

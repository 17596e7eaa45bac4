"""recto over DataFrames of Spark.

``segment``, ``classify`` and ``transform`` add columns to a DataFrame, ``summarize`` makes one
row of each group, and ``TopicModel.fit`` finds topics in documents that no process has all of.
The package must be installed where the executors run.
"""

try:
    import pyarrow
    import pyspark
except ImportError as error:
    raise ImportError(
        f"recto.spark needs PySpark 4 and pyarrow ({error}): "
        "pip install 'pyspark>=4,<5' 'pandas<3' pyarrow"
    ) from error

if int(pyspark.__version__.partition(".")[0]) < 4:
    raise ImportError(
        f"recto.spark needs PySpark 4, and this is {pyspark.__version__}: "
        "pip install 'pyspark>=4,<5' 'pandas<3'"
    )
del pyarrow, pyspark

from ._columns import classify, segment, summarize, transform
from ._topics import TopicModel

__all__ = ["TopicModel", "classify", "segment", "summarize", "transform"]

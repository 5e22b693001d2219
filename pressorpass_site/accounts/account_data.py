"""The interface by which apps take part in claiming, exporting and deleting an account's data.

`settings.ACCOUNT_DATA` lists the implementations, so accounts imports none of those apps.
"""

from abc import ABC, abstractmethod
from functools import cache
from typing import Any

from django.conf import settings
from django.contrib.auth.models import User
from django.db.models import Exists, Model, OuterRef, QuerySet
from django.utils.module_loading import import_string


class AccountData(ABC):
    """One kind of data that is stored about an account: rows of `model`; `key` names it in the exported file."""

    key: str
    model: type[Model]

    def describe_count(self, number: int) -> str:
        """Return text such as “1 API key” or “2 saved answers”."""
        about = self.model._meta
        return f"{number} {about.verbose_name if number == 1 else about.verbose_name_plural}"

    @abstractmethod
    def export(self, user: User) -> Any: ...


class Credentials(AccountData):
    """Credentials that let programs act for an account without its password."""

    @abstractmethod
    def count(self, user: User) -> int: ...

    @abstractmethod
    def revoke(self, user: User) -> None: ...


class OwnedData(AccountData):
    """Rows that belong to an owner ID (core/owners.py), so a browser without an account can have them too.

    `column` has the owner ID. An owner has only one row with the same values of `once_per`, if that names any columns.
    """

    column = "owner"
    once_per: tuple[str, ...] = ()

    def query_rows(self, owner: str) -> QuerySet[Any]:
        return self.model._default_manager.filter(**{self.column: owner})

    def count(self, owner: str) -> int:
        return self.query_rows(owner).count()

    def transfer(self, owner: str, to: str) -> int:
        """Transfer the rows to another owner, except duplicates of rows they already have; return the number transferred."""
        rows = self.query_rows(owner)
        if self.once_per:
            rows = rows.filter(~Exists(self.query_rows(to).filter(**{name: OuterRef(name) for name in self.once_per})))
        return rows.update(**{self.column: to})

    def delete(self, owner: str) -> None:
        """Remove the owner's rows, or make them anonymous where others depend on them."""
        self.query_rows(owner).delete()


@cache
def list_account_data() -> tuple[AccountData, ...]:
    return tuple(import_string(path)() for path in settings.ACCOUNT_DATA)


def list_credentials() -> list[Credentials]:
    return [data for data in list_account_data() if isinstance(data, Credentials)]


def list_owned_data() -> list[OwnedData]:
    return [data for data in list_account_data() if isinstance(data, OwnedData)]

"""Records imported by programs, and all public games as a file."""

from typing import Any

from django.urls import reverse
from django.utils.timezone import now
from rest_framework import serializers
from rest_framework.exceptions import NotFound
from rest_framework.request import Request
from rest_framework.response import Response

from api.endpoint import Endpoint, read, user_of
from api.problems import MOST_BYTES, or_404
from api.schema import operation
from api.scopes import Scope
from games.dumps.services import latest
from games.imports import services
from games.models import ArchiveCheck, BrokenGame, Dump, GameImport


class ImportInput(serializers.Serializer[Any]):
    name = serializers.CharField(max_length=100, help_text="A name for the file, shown to you only.")
    records = serializers.CharField(
        help_text="JSON lines: records (docs/record.md), or lines of a dump. "
        f"A request can have up to {MOST_BYTES / 2**20:.1f} MB; files of up to "
        f"{services.LARGEST // 1_000_000} MB can be imported on the page “Imported games”."
    )


class RefusalOutput(serializers.Serializer[Any]):
    line = serializers.IntegerField(help_text="Number of the line, from 1.")
    code = serializers.CharField(help_text="A stable code.")
    reason = serializers.CharField()


class ImportOutput(serializers.Serializer[Any]):
    id = serializers.IntegerField(source="pk")
    name = serializers.CharField()
    lines = serializers.IntegerField()
    done = serializers.IntegerField(help_text="Lines read so far.")
    made = serializers.IntegerField(help_text="Games imported.")
    refused = serializers.IntegerField()
    refusals = RefusalOutput(many=True, help_text=f"The first {services.MOST_REFUSALS}.")
    created_at = serializers.DateTimeField()
    finished_at = serializers.DateTimeField(allow_null=True)
    removed_at = serializers.DateTimeField(allow_null=True, help_text="When you asked to remove it.")


REFUSES = (services.BadFile, services.ImportRunning, services.TooManyImported)


class Imports(Endpoint):
    tag, scope = "games", Scope.TABLES

    @operation("Your imports", lists=ImportOutput)
    def get(self, request: Request) -> Response:
        """Files of records that you imported, latest first."""
        return self.newest_first(GameImport.objects.filter(uploader=user_of(request)).defer("content"), ImportOutput)

    @operation("Import games", body=ImportInput, answer=ImportOutput, status=202, refuses=REFUSES)
    def post(self, request: Request) -> Response:
        """Each record becomes a public, unrated game or is refused. Ask again until `finished_at` is set, then send more."""
        sent = read(ImportInput, request.data)
        content = sent["records"].encode(errors="surrogatepass")
        brought = services.bring(user=user_of(request), name=sent["name"], content=content, now=now())
        return Response(ImportOutput(brought).data, status=202)


class ImportDetail(Endpoint):
    tag, scope = "games", Scope.TABLES

    @operation("One of your imports", answer=ImportOutput)
    def get(self, request: Request, number: int) -> Response:
        """How far it is, and which lines were refused."""
        found = or_404(GameImport.objects.filter(uploader=user_of(request), pk=number).defer("content").first())
        return Response(ImportOutput(found).data)

    @operation("Remove an import", status=204)
    def delete(self, request: Request, number: int) -> None:
        """Deletes it with all its games."""
        try:
            services.remove(user=user_of(request), number=number, now=now())
        except GameImport.DoesNotExist:
            raise NotFound from None


class DumpOutput(serializers.ModelSerializer[Dump]):
    url = serializers.SerializerMethodField(help_text="JSON lines, packed with gzip; takes `Range`.")

    class Meta:
        model = Dump
        fields = ("month", "finished_at", "games", "size", "sha256", "parquet_size", "parquet_sha256", "url")

    def get_url(self, dump: Dump) -> str:
        return reverse("games:dump", args=[dump.month])


class CheckOutput(serializers.ModelSerializer[ArchiveCheck]):
    class Meta:
        model = ArchiveCheck
        fields = ("started_at", "finished_at", "games", "failures")


class WholeArchiveOutput(serializers.Serializer[Any]):
    dump = DumpOutput(allow_null=True)
    checks = CheckOutput(many=True, help_text="The latest checks of all finished games, each replayed.")
    broken = serializers.IntegerField(help_text="Games that do not match the rules.")


class WholeArchive(Endpoint):
    tag, public = "games", True

    @operation("All games as a file", answer=WholeArchiveOutput)
    def get(self, request: Request) -> Response:
        """The file of all public games, new each month, and the checks of the archive."""
        body = {
            "dump": latest(),
            "checks": ArchiveCheck.objects.order_by("-pk")[:2],
            "broken": BrokenGame.objects.filter(is_older=False).count(),
        }
        return Response(WholeArchiveOutput(body).data)

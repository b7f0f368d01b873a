"""Makes the archives in kept/: as real programs pack them, and as those do that cannot run here.

    apt-get install p7zip-full zip libarchive-tools && python3 test/archives/keep.py

7-Zip, Info-ZIP, bsdtar and Python's zipfile pack for themselves. Windows Explorer, WinRAR, .NET, the Finder and the
packers of old code pages are written as they write: their flags, systems, extra fields, separators and code pages.
The names are in names.json; what every archive has to give is there, too.
"""

import io
import json
import os
import shutil
import struct
import subprocess
import tempfile
import unicodedata
import zipfile
import zlib

here = os.path.dirname(os.path.abspath(__file__))
kept = os.path.join(here, "kept")
truth = json.load(open(os.path.join(here, "names.json"), encoding="utf-8"))
entries = [(sheet["entry"], sheet["school"]) for sheet in truth["sheets"]]


def pdf(title):
    """A sound PDF of one page, another one for each title."""
    objects = [
        b"<</Type/Catalog/Pages 2 0 R>>",
        b"<</Type/Pages/Kids[3 0 R]/Count 1>>",
        b"<</Type/Page/Parent 2 0 R/MediaBox[0 0 200 280]>>",
        b"<</Title<" + title.encode("utf-16-be").hex().encode() + b">>>",
    ]
    out = b"%PDF-1.4\n"
    places = []
    for number, content in enumerate(objects, 1):
        places.append(len(out))
        out += b"%d 0 obj%s endobj\n" % (number, content)
    start = len(out)
    out += b"xref\n0 5\n0000000000 65535 f \n" + b"".join(b"%010d 00000 n \n" % place for place in places)
    return out + b"trailer<</Size 5/Root 1 0 R/Info 4 0 R>>\nstartxref\n%d\n%%%%EOF\n" % start


def write(name, rows):
    """rows: (name as bytes, content, flags, made by, extra, method)"""
    body, listing = b"", b""
    for raw, content, flags, made_by, extra, method in rows:
        packer = zlib.compressobj(9, zlib.DEFLATED, -15)
        packed = packer.compress(content) + packer.flush() if method == 8 else content
        facts = struct.pack("<HHHHHIII", 20, flags, method, 0, 0x5C21, zlib.crc32(content), len(packed), len(content))
        offset = len(body)
        body += struct.pack("<I", 0x04034B50) + facts + struct.pack("<HH", len(raw), len(extra)) + raw + extra + packed
        listing += struct.pack("<IH", 0x02014B50, made_by) + facts
        listing += struct.pack("<HHHHHII", len(raw), len(extra), 0, 0, 0, 0x20, offset) + raw + extra
    end = struct.pack("<IHHHHIIH", 0x06054B50, 0, 0, len(rows), len(rows), len(listing), len(body), 0)
    with open(os.path.join(kept, name), "wb") as file:
        file.write(body + listing + end)


def plain(name, encode, flags=0, made_by=20, separator="/", extra=lambda raw, path: b"", method=8):
    rows = []
    for path, school in entries:
        raw = encode(path.replace("/", separator))
        rows.append((raw, pdf(school), flags, made_by, extra(raw, path), method))
    write(name, rows)


def unicode_path(raw, path):
    text = path.encode()
    return struct.pack("<HHBI", 0x7075, 5 + len(text), 1, zlib.crc32(raw)) + text


forms = {}
for code in range(0xFE70, 0xFEFD):
    parts = unicodedata.decomposition(chr(code)).split()
    if len(parts) >= 2:
        letters = "".join(chr(int(part, 16)) for part in parts[1:])
        forms.setdefault(letters, {})[parts[0].strip("<>")] = chr(code)
ends_joining = set("اأإآدذرزوؤةىء")


def shaped(text):
    """What a program of DOS keeps: shapes, not letters. The code page has no alef with the hamza below."""
    text = text.replace("إ", "ا")
    out, at = "", 0
    while at < len(text):
        letters = text[at : at + 2] if text[at : at + 2] in ("لا", "لأ", "لآ") else text[at]
        if letters not in forms:
            out += letters
            at += 1
            continue
        before = text[at - 1] if at else " "
        after = text[at + len(letters)] if at + len(letters) < len(text) else " "
        joins_before = before in forms and before not in ends_joining
        joins_after = after in forms and after != "ء" and letters[-1] not in ends_joining
        wanted = {(0, 0): "isolated", (0, 1): "initial", (1, 1): "medial", (1, 0): "final"}[(joins_before, joins_after)]
        for form in (wanted, "isolated", "initial", "medial", "final"):
            shape = forms[letters].get(form)
            if shape and shape.encode("cp864", "ignore"):
                out += shape
                break
        at += len(letters)
    return out


def on_screen(text):
    """The same in the order of the screen, as some programs keep it."""
    parts, run = [], ""
    for sign in text + "\0":
        if "\uFB50" <= sign <= "\uFEFF" or (sign == " " and run):
            run += sign
            continue
        tail = run[len(run.rstrip()) :]
        parts.append(run.rstrip()[::-1] + tail)
        run = ""
        parts.append(sign)
    return "".join(parts)[:-1]


def programs():
    work = tempfile.mkdtemp()
    for path, school in entries:
        os.makedirs(os.path.join(work, os.path.dirname(path)), exist_ok=True)
        with open(os.path.join(work, path), "wb") as file:
            file.write(pdf(school))
    everything = sorted({path.split("/")[0] for path, _ in entries})
    env = {**os.environ, "LC_ALL": "C.UTF-8"}

    def run(*command):
        target = os.path.join(kept, command[-1])
        if os.path.exists(target):
            os.remove(target)
        subprocess.run([*command[:-1], target, *everything], cwd=work, env=env, check=True, stdout=subprocess.DEVNULL)

    run("7z", "a", "-tzip", "-mtc=off", "7-zip.zip")
    run("7z", "a", "-tzip", "-mm=Copy", "7-zip-stored.zip")
    run("zip", "-rqX", "info-zip.zip")
    run("zip", "-rqX", "-UN=UTF8", "info-zip-utf8.zip")
    run("bsdtar", "--format", "zip", "-cf", "bsdtar.zip")
    with zipfile.ZipFile(os.path.join(kept, "python.zip"), "w", zipfile.ZIP_DEFLATED) as archive:
        for path, school in entries:
            archive.writestr(path, pdf(school))
    shutil.rmtree(work)


def finder():
    """The Finder: decomposed UTF-8 without the flag, and its own files beside the people's."""
    rows = []
    for path, school in entries:
        name = unicodedata.normalize("NFD", path)
        rows.append((name.encode(), pdf(school), 0, 0x0315, b"", 8))
        folder, _, last = name.rpartition("/")
        beside = f"__MACOSX/{folder + '/' if folder else ''}._{last}"
        rows.append((beside.encode(), b"\0\5\26\7", 0, 0x0315, b"", 8))
    rows.append((b".DS_Store", b"\0\0\0\1Bud1", 0, 0x0315, b"", 8))
    write("finder.zip", rows)


def nested():
    """An archive of archives, one packed once more and one as it is, and what Windows leaves beside them."""
    groups = {}
    for path, school in entries:
        group, _, last = path.rpartition("/")
        groups.setdefault(group, []).append((last, school))
    rows = []
    for index, (group, sheets) in enumerate(sorted(groups.items())):
        inner = io.BytesIO()
        with zipfile.ZipFile(inner, "w", zipfile.ZIP_DEFLATED) as archive:
            for last, school in sheets:
                archive.writestr(last, pdf(school))
        if group == "":
            rows += [(last.encode("cp1256"), pdf(school), 0, 20, b"", 8) for last, school in sheets]
        else:
            rows.append(((group + ".zip").encode("cp1256"), inner.getvalue(), 0, 20, b"", 8 if index % 2 else 0))
    rows.append((b"Thumbs.db", b"\xd0\xcf\x11\xe0", 0, 20, b"", 8))
    write("nested.zip", rows)


os.makedirs(kept, exist_ok=True)
programs()
finder()
nested()
utf8 = 0x800
plain("explorer-arabic.zip", lambda path: path.encode("cp720"))
plain("explorer-english.zip", lambda path: path.encode(), flags=utf8)
plain("winrar.zip", lambda path: path.encode("cp437", "replace").replace(b"?", b"_"), extra=unicode_path)
plain("winzip.zip", lambda path: path.encode("cp1256"))
plain("dotnet.zip", lambda path: path.encode(), flags=utf8, separator="\\")
plain("dos.zip", lambda path: shaped(path).encode("cp864"))
plain("dos-screen.zip", lambda path: on_screen(shaped(path)).encode("cp864"))
plain("mangled.zip", lambda path: path.encode("cp720").decode("cp437").encode(), flags=utf8)

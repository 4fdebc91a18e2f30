"""The Homebrew formula, for Linux: it takes the archive of the release."""

import hashlib

from release import Release
from tarball import build as build_tarball

FORMULA = '''\
# Installs the archive of the release. {where}
class Mockidp < Formula
  desc "Microsoft Entra ID and Microsoft Graph to test against"
{homepage}  url "{url}"
  version "{version}"
  sha256 "{sha256}"
  license "Apache-2.0"

  depends_on arch: :{architecture}
  depends_on :linux

  def install
    bin.install "bin/mockidp"
    man1.install "share/man/man1/mockidp.1"
    bash_completion.install "share/completions/mockidp.bash" => "mockidp"
    zsh_completion.install "share/completions/_mockidp"
    fish_completion.install "share/completions/mockidp.fish"
    pkgshare.install "share/scenarios"
  end

  test do
    ENV["MOCKIDP_HOME"] = testpath/"home"
    assert_match version.to_s, shell_output("#{{bin}}/mockidp version")
    assert_equal 3, shell_output("#{{bin}}/mockidp token").strip.split(".").length
  end
end
'''


def build(release: Release):
    ((name, archive),) = build_tarball(release)
    there = f"{release.repository}/releases/download/v{release.version}/{name}"
    text = FORMULA.format(
        where="" if release.repository else "The archive lies beside this file.",
        homepage=f'  homepage "{release.repository}"\n' if release.repository else "",
        url=there if release.repository else f"file://#{{File.expand_path(__dir__)}}/{name}",
        version=release.version, sha256=hashlib.sha256(archive).hexdigest(),
        architecture={"x86_64": "x86_64", "aarch64": "arm64"}[release.machine],
    )  # fmt: skip
    yield "mockidp.rb", "\n".join(line.rstrip() for line in text.splitlines()).encode() + b"\n"

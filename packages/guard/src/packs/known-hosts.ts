import { isFullyKnown, type Value } from '../value.js';
import { wordSet } from '../word-lists.js';

/** Package registries, and hosts of packages and repositories. */
const knownHosts =
  wordSet(`npmjs.org npmjs.com yarnpkg.com npmmirror.com taobao.org jsr.io unpkg.com jsdelivr.net esm.sh pkg.pr.new
  sheetjs.com pypi.org pythonhosted.org pytorch.org nvidia.com anaconda.org anaconda.com conda-forge.org
  prefix.dev rubygems.org crates.io golang.org goproxy.io goproxy.cn sum.golang.org packagist.org maven.org
  gradle.org nuget.org hex.pm hackage.haskell.org clojars.org cpan.org r-project.org posit.co pub.dev
  cocoapods.org github.com github.io githubusercontent.com gitlab.com bitbucket.org codeberg.org sr.ht
  huggingface.co gitee.com azure.com visualstudio.com pkg.dev googleapis.com google.com amazonaws.com jfrog.io
  cloudsmith.io fury.io gemfury.com buildkite.com sonatype.org apache.org tsinghua.edu.cn ustc.edu.cn aliyun.com
  huaweicloud.com tencent.com douban.com sjtu.edu.cn bfsu.edu.cn volces.com`);

/** Whether the host of an address is not known for packages, and is not this machine. */
export function isUnknownHost(address: Value): boolean {
  const host = /^(?:[a-z]+\+)?https?:\/\/(?:[^/@]*@)?([^/:?#]*)/i.exec(address)?.[1]?.toLowerCase();
  if (host === undefined || host === '' || !isFullyKnown(host)) return false;
  if (/^(?:localhost|127\.[\d.]+|0\.0\.0\.0)$/.test(host) || host.endsWith('.localhost')) return false;
  return !host.split('.').some((_, at, parts) => knownHosts.has(parts.slice(at).join('.')));
}

import { abilitiesPage } from './abilities.js';
import { capabilitiesPage, quirksPage } from './agents.js';
import { architecturePicture, packagesPicture } from './architecture.js';
import { declarationFiles } from './conformance.js';
import { hookFilesPage } from './corpus.js';
import { doctorPage } from './doctor.js';
import { eventsPage } from './events.js';
import { fleetPage } from './fleet.js';
import { formatPages } from './formats.js';
import { frameworksDeclaration, frameworksPage } from './frameworks.js';
import { guardPage } from './guard.js';
import { hubPage } from './hub.js';
import { builtinsPage, cliPage, configPage, errorsPage, hooktestPage } from './pages.js';
import { performancePage } from './performance.js';
import { protocolPage } from './protocol.js';
import { runtimePage } from './runtime.js';
import { schemaFiles } from './schemas.js';
import { secretsPage } from './secrets.js';
import { servePage } from './serve.js';
import { toolsPage } from './tools.js';

/** Every generated file: its path from the repository root, and its content. */
export async function generatedFiles(): Promise<ReadonlyMap<string, string>> {
  return new Map([
    ...(await schemaFiles()),
    ['docs/reference/events.md', eventsPage()],
    ['docs/reference/tools.md', toolsPage()],
    ...(await formatPages()),
    ['docs/reference/formats.md', hookFilesPage()],
    ['docs/reference/abilities.md', abilitiesPage()],
    ['docs/reference/config.md', configPage()],
    ['docs/reference/performance.md', performancePage()],
    ['docs/reference/builtins.md', await builtinsPage()],
    ['docs/reference/capabilities.md', capabilitiesPage()],
    ['docs/reference/quirks.md', await quirksPage()],
    ['docs/reference/hook-tests.md', hooktestPage()],
    ['docs/reference/errors.md', errorsPage()],
    ['docs/reference/cli.md', await cliPage()],
    ['docs/reference/doctor.md', await doctorPage()],
    ['docs/assets/architecture.svg', architecturePicture()],
    ['docs/assets/packages.svg', packagesPicture()],
    ['docs/reference/protocol.md', protocolPage()],
    ['docs/reference/secrets.md', secretsPage()],
    ['docs/reference/guard.md', guardPage()],
    ['docs/reference/fleet.md', fleetPage()],
    ['docs/reference/hub.md', hubPage()],
    ['docs/reference/runtime.md', runtimePage()],
    ['docs/reference/serve.md', servePage()],
    ['docs/reference/frameworks.md', await frameworksPage()],
    ...(await declarationFiles()),
    ['packages/anyhook/conformance/frameworks.yaml', await frameworksDeclaration()],
  ]);
}

import { named, type ProgramReader, splitOptions, textOf } from './program-words.js';
import { coverArguments } from './shell.js';

/** Tools that run code of the project by rules of their own. */
const projectTool =
  (verbs?: RegExp): ProgramReader =>
  (call) => {
    const { name, args, walk } = call;
    coverArguments(args, call);
    const { operands } = splitOptions(args, /^(?:-C|-f|-p|--manifest-path|--cwd|--dir)$/);
    const verb = textOf(operands[0]) ?? '';
    if (!verbs || verbs.test(verb))
      walk.addGap(`${name} ${verb}`.trim(), "it runs the project's own code by rules of its own");
  };

/** Tools that run the project's own code, by their names. */
export const projectTools: Readonly<Record<string, ProgramReader>> = {
  ...named(
    `just task rake mvn mvnw gradle gradlew ant bazel bazelisk buck2 pants sbt lein mix ctest ninja scons tox nox pytest invoke
    inv doit jest vitest mocha ava playwright cypress rspec rails phpunit grunt gulp turbo nx lerna rush moon mage earthly
    pre-commit lefthook husky trunk devbox nr`.replace(/\s+/g, ' '),
    projectTool(),
  ),
  // Aliases and scripts of the project add words of their own, so the harmless ones are listed.
  cargo: projectTool(/^(?!(?:|fmt|metadata|tree|search|add|remove|update|fetch|version|help|locate-project|clean)$)/),
  composer: projectTool(/^(?!(?:|show|outdated|licenses|about|validate|diagnose|why|search|--version)$)/),
  bundle: projectTool(/^(?:exec|install|update)$/),
  go: projectTool(/^(?:run|test|generate|tool)$/),
  dotnet: projectTool(/^(?:run|test|build|watch|tool)$/),
  ...named('dart flutter', projectTool(/^(?:run|test)$/)),
  ...named('swift zig stack cabal meson', projectTool(/^(?:run|test|build)$/)),
  ...named('pixi mise pdm hatch', projectTool(/^(?:run|r|x|exec)$/)),
  nix: projectTool(/^(?:run|develop|shell|build)$/),
  docker: projectTool(/^(?:compose|build)$/),
  cmake: ({ args, walk }) => {
    if (args.some((arg) => textOf(arg) === '--build')) walk.addGap('cmake --build', "it runs the project's own code");
  },
};

import { makeProblem, makeWarning, type ParsedFile } from '@anyhook/anyhook';
import { nearestWord, type Problem } from '@anyhook/core';
import type { OperationFile } from './schema.js';

/** Problems of an operation's implementations and the choice between them. */
export function checkConfiguration(
  { implementations, configuration, scope }: OperationFile,
  doc: ParsedFile,
): readonly Problem[] {
  const names = Object.keys(implementations);
  const problemAt = (field: string, message: string) =>
    makeProblem(doc.source, message, doc.lineOf(field.split('.')), field);
  if (names.length === 0) return [problemAt('implementations', '"implementations": expected at least one, got none')];
  if (!configuration) {
    const all = `"configuration" is required if there are several implementations (${names.join(', ')})`;
    return names.length === 1 ? [] : [problemAt('implementations', `${all}: say which one is the default`)];
  }
  const unknown = Object.entries(configuration).flatMap(([environment, { implementation }]) => {
    if (names.includes(implementation)) return [];
    const field = `configuration.${environment}.implementation`;
    const near = nearestWord(implementation, names);
    const hint = near ? `did you mean "${near}"?` : `there are: ${names.join(', ')}`;
    return [problemAt(field, `"${field}": no implementation is called "${implementation}"; ${hint}`)];
  });
  return [...unknown, ...environmentMismatches(configuration, scope?.environments, doc)];
}

/** Environments that are in scope but have no configuration, or the other way round. */
function environmentMismatches(
  configuration: NonNullable<OperationFile['configuration']>,
  environments: readonly string[] | undefined,
  doc: ParsedFile,
): readonly Problem[] {
  const configured = Object.keys(configuration);
  if (!environments) return [];
  const unused = configured.filter((one) => one !== 'default' && !environments.includes(one));
  const unconfigured = configured.includes('default') ? [] : environments.filter((one) => !configured.includes(one));
  return [
    ...unused.map((one) => {
      const field = `configuration.${one}`;
      const message = `"${field}" is never used: "scope.environments" has only ${environments.join(', ')}`;
      return makeWarning(doc.source, message, doc.lineOf(field.split('.')), field);
    }),
    ...unconfigured.map((one) => {
      const message = `"configuration" has neither "${one}", which is in scope, nor "default": it cannot be used there`;
      return makeWarning(doc.source, message, doc.lineOf(['configuration']), 'configuration');
    }),
  ];
}

import type * as v from 'valibot';

/** What the reference in docs/ says about a format. The generator reads it from `reference.ts` in the format's folder. */
export interface FormatReference {
  readonly title: string;
  /** Where its files are found. */
  readonly found: string;
  /** Its JSON Schemas, by the names of the files in schemas/. */
  readonly schemas: Readonly<Record<string, FileSchema>>;
  /** How its hooks answer, one line each. */
  readonly answers: readonly string[];
}

/** The schema of one kind of file. */
export interface FileSchema {
  readonly title: string;
  readonly schema: v.GenericSchema;
  /** Parts that occur in several places of the file, by name. */
  readonly parts?: Readonly<Record<string, v.GenericSchema>>;
}

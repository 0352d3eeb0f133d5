/** Translates a key into the language of the letter. */
export type LetterWords = (key: string, values?: Readonly<Record<string, string | number>>) => string;

/** A value with its label, such as a customer number. */
export interface Labelled {
  readonly label: string;
  readonly value: string;
}

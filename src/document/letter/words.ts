/** Puts a key into the words of the letter's language. */
export type LetterWords = (key: string, values?: Readonly<Record<string, string | number>>) => string;

/** A fact with its name, such as the number of a customer. */
export interface Labelled {
  readonly label: string;
  readonly value: string;
}

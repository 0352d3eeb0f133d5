import type { Language } from '../../../base/language.ts';

const addresses = import.meta.glob<string>('../../../../manual/pictures/*/*.webp', {
  eager: true,
  import: 'default',
  query: '?url',
});

/** Address of a manual picture; undefined if it does not exist. */
export function pictureAddress(language: Language, name: string): string | undefined {
  return addresses[`../../../../manual/pictures/${language}/${name}.webp`];
}

import type { Language } from '../../../base/language.ts';

const addresses = import.meta.glob<string>('../../../../manual/pictures/*/*.webp', {
  eager: true,
  import: 'default',
  query: '?url',
});

/** The address of a picture of the manual; undefined for one that was never taken. */
export function pictureAddress(language: Language, name: string): string | undefined {
  return addresses[`../../../../manual/pictures/${language}/${name}.webp`];
}

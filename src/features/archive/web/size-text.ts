import { formatTag, type Language } from '../../../base/language.ts';

const units = ['byte', 'kilobyte', 'megabyte', 'gigabyte', 'terabyte'] as const;

/** A number of bytes for people, such as `3,4 MB`. */
export function sizeText(bytes: number, language: Language): string {
  const step = bytes < 1 ? 0 : Math.min(units.length - 1, Math.floor(Math.log10(bytes) / 3));
  const unit = units[step] ?? 'byte';
  const value = bytes / 1000 ** step;
  return new Intl.NumberFormat(formatTag(language), {
    style: 'unit',
    unit,
    maximumFractionDigits: step === 0 || value >= 100 ? 0 : 1,
  }).format(value);
}

import { type FileType, fileTypes } from './files-type.ts';

/** As the check of the column `file.name`. */
const longestName = 255;

/**
 * The name under which a file is kept: the last part of the sender's name, without characters that steer a terminal,
 * a header, a path or the text direction, and with an extension that fits the content.
 */
export function safeFileName(given: string, type: FileType): string {
  const [usual] = fileTypes[type].endings;
  const cleaned = (given.normalize('NFC').split(/[/\\]/).at(-1) ?? '')
    .replace(/[\p{Cc}\p{Cf}\p{Zl}\p{Zp}\p{Cs}\p{Co}]+/gu, '')
    .replace(/[<>:"|?*]+/g, '_')
    .replace(/\s+/g, ' ')
    .replace(/^[. ]+|[. ]+$/g, '');
  const ending = /\.([^.]+)$/.exec(cleaned)?.[1]?.toLowerCase();
  const isFitting = ending !== undefined && fileTypes[type].endings.some((one) => one === ending);
  const stem = isFitting ? cleaned.slice(0, -(ending.length + 1)) : cleaned;
  const suffix = `.${isFitting ? ending : usual}`;
  return `${shortened(stem, longestName - suffix.length) || 'file'}${suffix}`;
}

/** Cuts between characters, never inside one. */
function shortened(text: string, length: number): string {
  return text.length <= length
    ? text
    : text
        .slice(0, length)
        .replace(/[\ud800-\udbff]$/, '')
        .trimEnd();
}

/** The header that makes a browser save a file under any name (RFC 6266). */
export function attachmentHeader(name: string): string {
  const plain =
    name
      .normalize('NFKD')
      .replace(/[^\x20-\x7e]/g, '')
      .replace(/["\\%;]/g, '_') || 'file';
  const encoded = encodeURIComponent(name.toWellFormed()).replace(
    /['()*!]/g,
    (character) => `%${character.charCodeAt(0).toString(16).toUpperCase()}`,
  );
  return `attachment; filename="${plain}"; filename*=UTF-8''${encoded}`;
}

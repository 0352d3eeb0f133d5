/** Correct words that contain the letters of a spelled-out umlaut. */
const trueWords = /koeffizient|soeben|koexist|poesie|michael|israel|aero|aktuell|statue|fortdauer/gi;
const spelledOut = /(?<![aeq])ue(?!ll|rst)|oe|ae/i;
const doubleS =
  /\b(gross|groess|strasse|ausser|schliess|massnahm|gemaess|regelmaess|gruss|gruess|heiss|weiss\b|spass|fuss|dreissig|mass(stab|einheit)|blosse|stoss)/i;

/** The first word spelled without its umlaut or ß, or null. */
export function misspelledGerman(text: string): string | null {
  const words = text.replaceAll(/\{\{[^}]*\}\}/g, ' ').match(/\p{L}+/gu) ?? [];
  return (
    words.find((word) => {
      const rest = word.replaceAll(trueWords, '');
      return spelledOut.test(rest) || doubleS.test(rest);
    }) ?? null
  );
}

/** Points of the PDF in one millimetre. */
export const mm = 72 / 25.4;

/** A4 with the measures of DIN 5008, form B, so that the address is visible in the envelope window. */
export const page = {
  width: 210 * mm,
  height: 297 * mm,
  left: 25 * mm,
  right: 190 * mm,
  /** Top of the content on the following pages. */
  top: 25 * mm,
  bottom: 10 * mm,
} as const;

export const contentWidth = page.right - page.left;

/** The first page from top to bottom. */
export const letter = {
  /** Height of the letterhead. */
  headHeight: 45 * mm,
  /** The return line ends and the address begins here. */
  addressTop: 62.7 * mm,
  addressWidth: 80 * mm,
  addressHeight: 27.3 * mm,
  referencesLeft: 125 * mm,
  referencesTop: 50 * mm,
  /** Below the envelope window. */
  contentTop: 98.4 * mm,
  foldMarks: [105 * mm, 210 * mm],
  holeMark: 148.5 * mm,
} as const;

export const colors = {
  ink: '#1a1f2b',
  muted: '#5b6472',
  rule: '#c9ced6',
  band: '#f1f3f6',
  mark: '#b3261e',
} as const;

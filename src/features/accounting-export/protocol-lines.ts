import { z } from 'zod';

/** A line of a target's protocol of a transfer. */
export interface ProtocolLine {
  readonly kind: 'information' | 'warning' | 'error';
  readonly text: string;
  /** The file or field of the line. */
  readonly about: string | null;
}

const entry = z.object({
  text: z.string(),
  type: z.string().nullish(),
  context: z.string().nullish(),
  filename: z.string().nullish(),
});
const protocol = z.object({ entries: z.array(z.unknown()) });

/** The lines of a stored protocol; unknown entries are skipped, because another version may have stored them. */
export function protocolLines(kept: unknown): readonly ProtocolLine[] {
  const { data } = protocol.safeParse(Array.isArray(kept) ? { entries: kept } : kept);
  return (data?.entries ?? []).flatMap((one) => {
    const { data: reported } = entry.safeParse(one);
    return reported === undefined ? [] : [lineOf(reported)];
  });
}

function lineOf({ text, type, context, filename }: z.infer<typeof entry>): ProtocolLine {
  const kind = type === 'error' || type === 'warning' ? type : 'information';
  return { kind, text, about: [filename, context].filter(Boolean).join(', ') || null };
}

import { eventually } from './web.ts';

/** One received event of a live stream. */
export interface LiveEvent {
  readonly event: string;
  readonly data: unknown;
}

/** An open live stream that records its events. */
export interface LiveReader {
  readonly status: number;
  readonly events: LiveEvent[];
  /** Documents announced so far, such as `procurement 4711`. */
  reported(): string[];
  /** Waits for that many events of a name. */
  until(event: string, count?: number): Promise<void>;
  /** Resolves when the server has ended or aborted the stream. */
  readonly ended: Promise<void>;
  close(): void;
}

/** Opens `/api/live` of a listening server. */
export async function readLive(origin: string, token: string): Promise<LiveReader> {
  const aborting = new AbortController();
  const response = await fetch(`${origin}/api/live`, {
    headers: { authorization: `Bearer ${token}` },
    signal: aborting.signal,
  });
  const events: LiveEvent[] = [];
  const count = (name: string) => events.filter(({ event }) => event === name).length;
  return {
    status: response.status,
    events,
    reported: () =>
      events.flatMap(({ event, data }) => {
        const { kind, id } = data as { kind?: string; id?: number };
        return event === 'change' ? [`${kind} ${id}`] : [];
      }),
    until: async (event, wanted = 1) => {
      await eventually(async () => (count(event) >= wanted ? true : undefined));
    },
    ended: collect(response, events).catch(() => {}),
    close: () => aborting.abort(),
  };
}

async function collect(response: Response, events: LiveEvent[]): Promise<void> {
  const decoder = new TextDecoder();
  let rest = '';
  for await (const chunk of response.body ?? []) {
    const blocks = (rest + decoder.decode(chunk, { stream: true })).split('\n\n');
    rest = blocks.pop() ?? '';
    for (const block of blocks) {
      const [, event, data] = /^event: (\w+)\ndata: (.*)$/.exec(block) ?? [];
      if (event && data) events.push({ event, data: JSON.parse(data) });
    }
  }
}

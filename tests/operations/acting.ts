import { setTimeout as delay } from 'node:timers/promises';
import { ask, draft } from './cluster.ts';

/** What people did, and what they were told. */
export interface History {
  /** Names of all drafts that were sent. */
  readonly sent: readonly string[];
  /** Names of the drafts reported as saved. */
  readonly accepted: readonly string[];
  /** Codes of the refusals, repeated until accepted. */
  readonly refused: readonly string[];
  /** The longest time from one accepted action to the next one of the same person, in milliseconds. */
  readonly longest: number;
}

export interface Acting {
  /** Resolves with the moment of the first acceptance after this moment, by `performance.now()`. */
  acceptedAfter(moment: number): Promise<number>;
  /** Lets the people finish their last action. */
  end(): Promise<History>;
}

/** As many as a person may have in work at once. */
const people = 3;
const pause = 100;

/** People save one draft after the other; a lost or refused one is sent again with its key. */
export function actUntil(url: string, token: string, name: string): Acting {
  const sent: string[] = [];
  const accepted: { readonly name: string; readonly at: number }[] = [];
  const refused: string[] = [];
  let isOver = false;
  let longest = 0;
  const act = async (who: number) => {
    for (let count = 1; !isOver; count += 1) {
      const title = `${name} ${who}-${count}`;
      const action = draft(title);
      sent.push(title);
      const begun = performance.now();
      for (let from = begun; !(await isAccepted(url, token, action, refused)); from = performance.now())
        await delay(pause - Math.min(pause, performance.now() - from));
      accepted.push({ name: title, at: performance.now() });
      longest = Math.max(longest, performance.now() - begun);
      await delay(pause);
    }
  };
  const running = Promise.all(Array.from({ length: people }, (_, who) => act(who)));
  return {
    acceptedAfter: async (moment) => {
      for (;;) {
        const found = accepted.find(({ at }) => at > moment);
        if (found) return found.at;
        await delay(20);
      }
    },
    end: async () => {
      isOver = true;
      await running;
      return { sent, accepted: accepted.map((one) => one.name), refused, longest };
    },
  };
}

async function isAccepted(
  url: string,
  token: string,
  action: ReturnType<typeof draft>,
  refused: string[],
): Promise<boolean> {
  try {
    const { data, errors } = await ask(url, token, action);
    const [refusal] = (errors ?? []) as { extensions: { code: string } }[];
    if (refusal) refused.push(refusal.extensions.code);
    return data?.document !== undefined && refusal === undefined;
  } catch {
    // The answer was lost.
    return false;
  }
}

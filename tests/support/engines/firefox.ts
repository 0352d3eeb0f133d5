import { spawn } from 'node:child_process';
import { mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { browserEnvironment } from '../shown-clock.ts';
import { type EngineWindow, end, pageFunction, printed } from './engine.ts';

export interface FirefoxOptions {
  readonly program: string;
  /** Preferences besides those that suppress background activity. */
  readonly preferences?: Readonly<Record<string, string | number | boolean>>;
}

export interface FirefoxWindow extends EngineWindow {
  /** The printed page, as PDF. */
  print(): Promise<Buffer>;
}

/** No requests for news, and no animations. */
const quiet = {
  'app.update.disabledForTesting': true,
  'browser.shell.checkDefaultBrowser': false,
  'datareporting.policy.dataSubmissionEnabled': false,
  'network.captive-portal-service.enabled': false,
  'network.connectivity-service.enabled': false,
  'remote.prefs.recommended': true,
  'ui.prefersReducedMotion': 1,
};

/** Opens Firefox with its built-in WebDriver BiDi, because Debian does not package its driver. */
export async function openFirefox({ program, preferences = {} }: FirefoxOptions): Promise<FirefoxWindow> {
  const profile = mkdtempSync(join(tmpdir(), 'kontor-firefox-'));
  const lines = Object.entries({ ...quiet, ...preferences }).map(
    ([name, value]) => `user_pref(${JSON.stringify(name)}, ${JSON.stringify(value)});`,
  );
  writeFileSync(join(profile, 'user.js'), lines.join('\n'));
  const browser = spawn(program, ['--headless', '--remote-debugging-port=0', '--profile', profile], {
    env: { ...browserEnvironment(), HOME: profile },
    stdio: ['ignore', 'pipe', 'pipe'],
  });
  const close = async (): Promise<void> => {
    await end(browser);
    rmSync(profile, { recursive: true, force: true, maxRetries: 5 });
  };
  try {
    const address = await printed(browser, /BiDi listening on (ws:\S+)/);
    return windowOf(await connect(`${address}/session`), close);
  } catch (failure) {
    await close();
    throw failure;
  }
}

type Send = <Answer>(method: string, params: object) => Promise<Answer>;

interface Answered {
  readonly id?: number;
  readonly type: 'success' | 'error' | 'event';
  readonly result?: unknown;
  readonly message?: string;
}

/** A connection on which each command waits for its own answer. */
async function connect(address: string): Promise<Send> {
  const socket = new WebSocket(address);
  const waiting = new Map<number, { take(answer: unknown): void; refuse(failure: Error): void }>();
  socket.addEventListener('message', ({ data }) => {
    const { id = 0, type, result, message } = JSON.parse(String(data)) as Answered;
    const asked = waiting.get(id);
    waiting.delete(id);
    if (type === 'error') asked?.refuse(new Error(message));
    else asked?.take(result);
  });
  socket.addEventListener('close', () => {
    for (const asked of waiting.values()) asked.refuse(new Error('Firefox has stopped'));
  });
  await new Promise((resolve, reject) => {
    socket.addEventListener('open', resolve, { once: true });
    socket.addEventListener('error', () => reject(new Error(`no answer at ${address}`)), { once: true });
  });
  let last = 0;
  const send: Send = (method, params) =>
    new Promise((resolve, reject) => {
      last += 1;
      waiting.set(last, { take: resolve as (answer: unknown) => void, refuse: reject });
      socket.send(JSON.stringify({ id: last, method, params }));
    });
  await send('session.new', { capabilities: {} });
  return send;
}

async function windowOf(send: Send, close: () => Promise<void>): Promise<FirefoxWindow> {
  const { contexts } = await send<{ contexts: readonly { context: string }[] }>(
    'browsingContext.getTree',
    {},
  );
  const context = contexts[0]?.context ?? '';
  return {
    goto: async (url) => void (await send('browsingContext.navigate', { context, url, wait: 'complete' })),
    ask: async (question, ...given) => {
      const answer = await send<CalledFunction>('script.callFunction', {
        functionDeclaration: pageFunction(question),
        arguments: [{ type: 'string', value: JSON.stringify(given) }],
        awaitPromise: true,
        target: { context },
      });
      if (answer.type === 'exception') throw new Error(answer.exceptionDetails.text);
      return JSON.parse(answer.result.value);
    },
    perform: async (actions) => void (await send('input.performActions', { context, actions })),
    resize: async (width, height) =>
      void (await send('browsingContext.setViewport', { context, viewport: { width, height } })),
    setFiles: async (selector, files) => {
      const { nodes } = await send<{ nodes: readonly { sharedId: string }[] }>(
        'browsingContext.locateNodes',
        {
          context,
          locator: { type: 'css', value: selector },
        },
      );
      await send('input.setFiles', { context, element: { sharedId: nodes[0]?.sharedId }, files });
    },
    print: async () => {
      const { data } = await send<{ data: string }>('browsingContext.print', { context });
      return Buffer.from(data, 'base64');
    },
    close,
  };
}

type CalledFunction =
  | { readonly type: 'success'; readonly result: { readonly value: string } }
  | { readonly type: 'exception'; readonly exceptionDetails: { readonly text: string } };

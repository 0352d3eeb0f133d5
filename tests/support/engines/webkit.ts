import { type ChildProcess, spawn } from 'node:child_process';
import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { freePort } from '../../../src/platform/server/free-port.ts';
import { browserEnvironment } from '../shown-clock.ts';
import { type EngineWindow, end, pageFunction, printed } from './engine.ts';

export interface WebKitOptions {
  readonly driver: string;
  readonly program: string;
  /** The X server without a screen. */
  readonly display: string;
}

/** Opens the WebKitGTK browser with its driver (W3C WebDriver). */
export async function openWebKit({ driver, program, display }: WebKitOptions): Promise<EngineWindow> {
  const home = mkdtempSync(join(tmpdir(), 'kontor-webkit-'));
  const started: ChildProcess[] = [];
  const start = (command: string, parameters: readonly string[], more: object): ChildProcess => {
    const child = spawn(command, parameters, {
      env: { ...browserEnvironment(), ...more },
      stdio: ['ignore', 'pipe', 'pipe'],
    });
    started.push(child);
    return child;
  };
  const close = async (): Promise<void> => {
    for (const child of started.toReversed()) await end(child);
    rmSync(home, { recursive: true, force: true, maxRetries: 5 });
  };
  try {
    const screen = start(
      display,
      ['-displayfd', '1', '-screen', '0', '1600x1200x24', '-nolisten', 'tcp'],
      {},
    );
    const number = await printed(screen, /^(\d+)\n/);
    const port = await freePort();
    start(driver, [`--port=${port}`], {
      ...{ DISPLAY: `:${number}`, HOME: home, XDG_RUNTIME_DIR: home, GDK_BACKEND: 'x11', NO_AT_BRIDGE: '1' },
      ...{ LIBGL_ALWAYS_SOFTWARE: '1', WEBKIT_DISABLE_DMABUF_RENDERER: '1' },
    });
    return await openSession(`http://127.0.0.1:${port}`, program, close);
  } catch (failure) {
    await close();
    throw failure;
  }
}

type Send = <Answer>(path: string, body?: object, method?: 'POST' | 'DELETE') => Promise<Answer>;

/** The key by which the protocol identifies an element. */
const elementKey = 'element-6066-11e4-a52e-4f735466cecf';

async function openSession(address: string, binary: string, end: () => Promise<void>): Promise<EngineWindow> {
  const { sessionId } = await patiently(() =>
    call<{ sessionId: string }>(`${address}/session`, {
      capabilities: {
        alwaysMatch: { 'webkitgtk:browserOptions': { binary, args: ['--automation'] } },
      },
    }),
  );
  const send: Send = (path, body, method) => call(`${address}/session/${sessionId}${path}`, body, method);
  const ask: EngineWindow['ask'] = async (question, ...given) =>
    JSON.parse(
      await send<string>('/execute/sync', {
        script: `return (${pageFunction(question)})(...arguments)`,
        args: [JSON.stringify(given)],
      }),
    );
  const size = (width: number, height: number) => send('/window/rect', { width, height });
  return {
    ask,
    goto: (url) => send('/url', { url }),
    perform: (actions) => send('/actions', { actions }),
    resize: async (width, height) => {
      await size(width, height);
      const [inner = width, outer = height] = await ask(() => [innerWidth, innerHeight]);
      await size(2 * width - inner, 2 * height - outer);
    },
    setFiles: async (selector, paths) => {
      const found = { using: 'css selector', value: selector };
      const element = await send<Readonly<Record<string, string>>>('/element', found);
      await send(`/element/${element[elementKey]}/value`, { text: paths.join('\n') });
    },
    close: async () => {
      await send('', undefined, 'DELETE').catch(() => undefined);
      await end();
    },
  };
}

async function call<Answer>(
  address: string,
  body: object = {},
  method: 'POST' | 'DELETE' = 'POST',
): Promise<Answer> {
  const response = await fetch(address, {
    method,
    headers: { 'content-type': 'application/json' },
    ...(method === 'POST' ? { body: JSON.stringify(body) } : {}),
  });
  const { value } = (await response.json()) as { value: Answer & { error?: string; message?: string } };
  if (!response.ok) throw new Error(`${value.error}: ${value.message}`);
  return value;
}

/** A driver that has just started does not listen yet. */
async function patiently<Answer>(attempt: () => Promise<Answer>): Promise<Answer> {
  for (let tries = 0; ; tries += 1) {
    try {
      return await attempt();
    } catch (failure) {
      if (!(failure instanceof TypeError) || tries > 100) throw failure;
      await new Promise((resolve) => setTimeout(resolve, 100));
    }
  }
}

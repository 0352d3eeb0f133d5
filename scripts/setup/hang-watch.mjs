/**
 * A Vitest reporter: ends a silent worker. A test that waits too long is ended by its own limit; a looping test
 * blocks its worker from noticing the limit.
 */
import { readdirSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { setTimeout as delay } from 'node:timers/promises';

const second = 1000;
/** The time for the debugger of a worker to answer. */
const patience = 20 * second;
const mostFrames = 8;

export default class HangWatch {
  #places = new Map();
  #limit = 0;
  #timer;
  /** Workers record here what they run: tests/support/setup-file.ts. */
  #folder = process.env.KONTOR_WORKERS;
  /** The debugger port of a worker, opened on demand: vitest.config.ts. */
  #port = process.env.KONTOR_INSPECT_PORT;

  #grace;

  /**
   * @param {{ grace?: number }} options milliseconds beyond the limit of a test, because messages of a busy worker
   * arrive late
   */
  constructor({ grace = 30 * second } = {}) {
    this.#grace = grace;
  }

  onInit({ config, projects }) {
    this.#limit =
      Math.max(config.testTimeout, ...projects.map((project) => project.config.testTimeout)) + this.#grace;
    this.#timer = setInterval(() => this.#look(), second);
    this.#timer.unref();
  }

  onTestModuleQueued(module) {
    this.#note(module, 'before or in its first test');
  }

  onTestCaseReady(test) {
    this.#note(test.module, `in "${test.fullName}"`);
  }

  onTestCaseResult(test) {
    this.#note(test.module, `after "${test.fullName}"`);
  }

  onHookStart(hook) {
    const { entity } = hook;
    this.#note(
      entity.type === 'module' ? entity : entity.module,
      `in ${hook.name} of "${entity.fullName ?? 'the file'}"`,
    );
  }

  onHookEnd({ entity }) {
    this.#note(entity.type === 'module' ? entity : entity.module, 'after a hook');
  }

  onTestModuleEnd(module) {
    this.#places.delete(module.moduleId);
  }

  onTestRunEnd() {
    clearInterval(this.#timer);
  }

  #note(module, where) {
    this.#places.set(module.moduleId, { file: module.relativeModuleId, where, since: performance.now() });
  }

  #look() {
    for (const [moduleId, { file, where, since }] of this.#places) {
      const silence = performance.now() - since;
      if (silence < this.#limit) continue;
      this.#places.delete(moduleId);
      console.error(
        `\n${file} has printed nothing for ${Math.round(silence / second)} s: it hangs ${where}.`,
      );
      const worker = this.#workerOf(moduleId);
      if (worker !== undefined) void this.#end(Number(worker));
    }
  }

  #workerOf(moduleId) {
    return readdirSync(this.#folder)
      .filter((name) => /^\d+$/.test(name))
      .find((name) => readFileSync(join(this.#folder, name), 'utf8') === moduleId);
  }

  /** The debugger of Node.js reports the worker's position, which works for any worker, before it is ended. */
  async #end(worker) {
    process.kill(worker, 'SIGUSR1');
    const frames = await placeOf(this.#port).catch((error) => [`Where, it could not be asked: ${error}`]);
    console.error(frames.join('\n'));
    process.kill(worker, 'SIGKILL');
  }
}

/** The innermost calls of the program with this debugger port. */
async function placeOf(port) {
  const deadline = AbortSignal.timeout(patience);
  const targets = () =>
    fetch(`http://127.0.0.1:${port}/json/list`, { signal: deadline })
      .then((answer) => answer.json())
      // The debugger does not listen yet.
      .catch(() => undefined);
  let listed = await targets();
  while (listed === undefined && !deadline.aborted) {
    await delay(100);
    listed = await targets();
  }
  const socket = new WebSocket(listed[0].webSocketDebuggerUrl);
  const files = new Map();
  const ask = (id, method) => socket.send(JSON.stringify({ id, method }));
  socket.addEventListener('open', () => {
    ask(1, 'Debugger.enable');
    ask(2, 'Debugger.pause');
  });
  try {
    return await new Promise((resolve, reject) => {
      deadline.addEventListener('abort', () => reject(deadline.reason));
      socket.addEventListener('message', ({ data }) => {
        const { method, params } = JSON.parse(data);
        if (method === 'Debugger.scriptParsed') files.set(params.scriptId, params.url);
        if (method === 'Debugger.paused')
          resolve(params.callFrames.slice(0, mostFrames).map((frame) => reported(frame, files)));
      });
    });
  } finally {
    socket.close();
  }
}

function reported({ functionName, location }, files) {
  return `  at ${functionName || 'a function'} (${files.get(location.scriptId)}:${location.lineNumber + 1})`;
}

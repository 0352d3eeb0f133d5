import type { CameraAnswer, CameraFailure, CameraResults, CameraTask } from './camera-messages.ts';

/** Longest time for one photo, in milliseconds: a worker without memory ends without a word. */
const longestTask = 60_000;

/** A photo gave no page. */
export class PhotoFailed extends Error {
  readonly failure: CameraFailure;

  constructor(failure: CameraFailure) {
    super(failure);
    this.name = 'PhotoFailed';
    this.failure = failure;
  }
}

type Settle = (answer: CameraAnswer) => void;

/** A worker for photos, until closed. */
export class CameraTasks {
  readonly #worker = new Worker(new URL('./camera-worker.ts', import.meta.url), { type: 'module' });
  readonly #waiting = new Map<number, Settle>();
  #last = 0;

  constructor() {
    this.#worker.addEventListener('message', ({ data }: MessageEvent<CameraAnswer>) => {
      this.#waiting.get(data.id)?.(data);
    });
    this.#worker.addEventListener('error', () => {
      for (const [id, settle] of this.#waiting) settle({ id, failure: 'failed' });
    });
  }

  /** Throws `PhotoFailed`. */
  async run<Task extends CameraTask>(task: Task): Promise<CameraResults[Task['task']]> {
    this.#last += 1;
    const id = this.#last;
    const { promise, resolve } = Promise.withResolvers<CameraAnswer>();
    this.#waiting.set(id, resolve);
    const timer = setTimeout(() => resolve({ id, failure: 'failed' }), longestTask);
    this.#worker.postMessage({ ...task, id });
    const answer = await promise;
    clearTimeout(timer);
    this.#waiting.delete(id);
    if ('failure' in answer) throw new PhotoFailed(answer.failure);
    return answer.result as CameraResults[Task['task']];
  }

  close(): void {
    this.#worker.terminate();
  }
}

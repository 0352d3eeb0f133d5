/** Many pass together, or one alone while all others wait: lets a setting change between acts. */
export class Gate {
  #inside = 0;
  #turn: Promise<void> = Promise.resolve();
  #onEmpty: (() => void) | undefined;

  async together<T>(run: () => Promise<T>): Promise<T> {
    for (let turn: Promise<void> | undefined; turn !== this.#turn; ) {
      turn = this.#turn;
      await turn;
    }
    this.#inside += 1;
    try {
      return await run();
    } finally {
      this.#inside -= 1;
      if (this.#inside === 0) this.#onEmpty?.();
    }
  }

  async alone<T>(run: () => Promise<T>): Promise<T> {
    const before = this.#turn;
    const { promise, resolve } = Promise.withResolvers<void>();
    this.#turn = promise;
    await before;
    const empty = Promise.withResolvers<void>();
    this.#onEmpty = empty.resolve;
    if (this.#inside === 0) empty.resolve();
    await empty.promise;
    try {
      return await run();
    } finally {
      resolve();
    }
  }
}

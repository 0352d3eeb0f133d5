/** A map that drops the least recently used entries. */
export class Lru<Value> {
  readonly #entries = new Map<string, Value>();
  readonly #size: number;

  constructor(size: number) {
    this.#size = size;
  }

  get(key: string): Value | undefined {
    const value = this.#entries.get(key);
    if (value === undefined) return undefined;
    this.#entries.delete(key);
    this.#entries.set(key, value);
    return value;
  }

  set(key: string, value: Value): void {
    this.#entries.delete(key);
    this.#entries.set(key, value);
    const [oldest] = this.#entries.keys();
    if (this.#entries.size > this.#size && oldest !== undefined) this.#entries.delete(oldest);
  }
}

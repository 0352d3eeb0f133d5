import { absolute, compareAmounts, dividedBy, minus, round, sum, times } from '../../src/base/money.ts';

/** A line of an order. */
export interface Line {
  readonly id: string;
  readonly kind: string;
  readonly quantity: string | null;
  readonly quantity_received: string;
  readonly total_netto: string;
  readonly order_state: string | null;
  readonly cost_center_id: string | null;
  readonly has_been_sent: boolean;
}

/** State of an order after an event. */
export interface Snapshot {
  readonly status: string;
  readonly completely_invoiced: boolean;
  /** Whether the step "order" is done. */
  readonly is_sent: boolean;
  readonly rate: string;
  readonly lines: readonly Line[];
}

/** A counted invoice after an event. */
export interface ModelInvoice {
  readonly id: string;
  readonly day: number;
  readonly isHeadLinked: boolean;
  readonly net: string;
  readonly rate: string;
  readonly links: readonly { readonly line: string; readonly net: string }[];
}

export interface Figures {
  readonly line: string;
  readonly cost_center_id: string | null;
  readonly ordered: string;
  readonly received: string;
  readonly invoiced: string;
  readonly beyond: string;
  readonly released: string;
  readonly committed: string;
}

const least = (one: string, other: string): string => (compareAmounts(one, other) < 0 ? one : other);
const greatest = (one: string, other: string): string => (compareAmounts(one, other) > 0 ? one : other);
const isZero = (amount: string): boolean => compareAmounts(absolute(amount), '0') === 0;

interface Charge {
  readonly invoice: string;
  readonly line: string;
  readonly day: number;
  readonly net: string;
}

/** Computes an order's figures from its state and its invoices after each event, without the product's movements. */
export class OrderModel {
  readonly #seen: { readonly day: number; readonly snapshot: Snapshot }[] = [];
  /** What invoices charged: on their own date at first, and what changed of it on the day of the change. */
  readonly #charged: Charge[] = [];

  keep(day: number, snapshot: Snapshot, invoices: readonly ModelInvoice[]): void {
    this.#seen.push({ day, snapshot });
    const first = this.#firstOrdered();
    if (first !== null) this.#charge(day, this.#charges(first, invoices));
  }

  #charge(day: number, now: readonly Charge[]): void {
    const keyOf = ({ invoice, line }: Charge): string => `${invoice} ${line}`;
    const before = [...this.#charged];
    for (const own of Map.groupBy([...now, ...before], keyOf).values()) {
      const [one] = own;
      if (one === undefined) continue;
      const sumOf = (some: readonly Charge[]): string =>
        sum(some.filter((charge) => keyOf(charge) === keyOf(one)).map(({ net }) => net));
      const net = minus(sumOf(now), sumOf(before));
      const days = before.filter(({ invoice }) => invoice === one.invoice).map((charge) => charge.day);
      const onDay = days.length === 0 ? one.day : Math.max(day, ...days);
      if (!isZero(net)) this.#charged.push({ ...one, day: onDay, net });
    }
  }

  /** State of the order at the end of a day. */
  #at(day: number): Snapshot | undefined {
    return this.#seen.findLast((one) => one.day <= day)?.snapshot;
  }

  #worth(line: Line, { rate }: Snapshot): string {
    return round(times(line.total_netto, rate), 2);
  }

  #isOrdered(line: Line, { is_sent }: Snapshot): boolean {
    if (line.order_state === 'cancelled' && !line.has_been_sent) return false;
    return is_sent || line.has_been_sent;
  }

  #orderedIn(snapshot: Snapshot | undefined): ReadonlyMap<string, string> {
    const lines = snapshot?.lines.filter((line) => this.#isOrdered(line, snapshot)) ?? [];
    return new Map(lines.map((line) => [line.id, snapshot ? this.#worth(line, snapshot) : '0']));
  }

  #firstOrdered(): number | null {
    return this.#seen.find(({ snapshot }) => this.#orderedIn(snapshot).size > 0)?.day ?? null;
  }

  /** Amounts charged per line by each invoice: its own lines, and the rest in proportion to the remaining order. */
  #charges(first: number, invoices: readonly ModelInvoice[]): readonly Charge[] {
    const inOrder = [...invoices].sort(
      (one, other) => one.day - other.day || Number(one.id) - Number(other.id),
    );
    const own = inOrder.flatMap((invoice, place) =>
      [...Map.groupBy(invoice.links, ({ line }) => line)].map(([line, links]) => ({
        ...{ invoice: invoice.id, line, place, day: invoice.day },
        net: round(times(sum(links.map(({ net }) => net)), invoice.rate), 2),
      })),
    );
    const spread = inOrder.flatMap((invoice, place) => {
      if (!invoice.isHeadLinked) return [];
      const rest = round(
        times(minus(invoice.net, sum(invoice.links.map(({ net }) => net))), invoice.rate),
        2,
      );
      const ordered = [...this.#everOrdered(Math.max(invoice.day, first))].sort(
        ([one], [other]) => Number(one) - Number(other),
      );
      const left = ordered.map(([line, net]) => {
        const charged = own.filter((charge) => charge.line === line && charge.place <= place);
        return greatest('0', minus(net, sum(charged.map((charge) => charge.net))));
      });
      const worth = ordered.map(([, net]) => net);
      const weights = !isZero(sum(left)) ? left : !isZero(sum(worth)) ? worth : ordered.map(() => '1');
      const whole = sum(weights);
      const until = (count: number): string =>
        round(dividedBy(times(rest, sum(weights.slice(0, count))), whole), 2);
      return ordered.map(([line], index) => ({
        ...{ invoice: invoice.id, line },
        day: invoice.day,
        net: minus(until(index + 1), until(index)),
      }));
    });
    return [...own, ...spread];
  }

  /** Lines ordered until a day with their value on it; removed ones have none. */
  #everOrdered(day: number): ReadonlyMap<string, string> {
    const now = this.#orderedIn(this.#at(day));
    const until = this.#seen.filter((one) => one.day <= day);
    const before = until.flatMap(({ snapshot }) => [...this.#orderedIn(snapshot).keys()]);
    return new Map([...new Set(before)].map((line) => [line, now.get(line) ?? '0']));
  }

  /** Figures of every line at the end of a day. */
  figures(day: number): readonly Figures[] {
    const snapshot = this.#at(day);
    if (this.#firstOrdered() === null || snapshot === undefined) return [];
    const charges = this.#charged.filter((charge) => charge.day <= day);
    const lines = new Set([...this.#everOrdered(day).keys(), ...charges.map(({ line }) => line)]);
    return [...lines].map((id) =>
      this.#figuresOf(id, snapshot, sum(charges.filter(({ line }) => line === id).map(({ net }) => net))),
    );
  }

  #figuresOf(id: string, snapshot: Snapshot, charged: string): Figures {
    const line = snapshot.lines.find((one) => one.id === id && this.#isOrdered(one, snapshot));
    const ordered = line ? this.#worth(line, snapshot) : '0';
    const came = line ? this.#came(line, snapshot, ordered) : '0';
    const isOver = ['declined', 'completed'].includes(snapshot.status) || line?.order_state === 'cancelled';
    const expected = snapshot.completely_invoiced ? '0' : isOver ? came : ordered;
    const invoiced = least(greatest(charged, '0'), ordered);
    const committed = greatest('0', minus(expected, invoiced));
    return {
      line: id,
      cost_center_id: line?.cost_center_id ?? null,
      ...{ ordered, invoiced, committed },
      received: least(came, greatest(expected, invoiced)),
      beyond: minus(charged, invoiced),
      released: minus(minus(ordered, invoiced), committed),
    };
  }

  #came(line: Line, snapshot: Snapshot, worth: string): string {
    if (line.kind === 'item' && line.quantity !== null)
      return round(dividedBy(times(worth, line.quantity_received), line.quantity), 2);
    const hasCome = snapshot.lines.some(({ quantity_received }) => Number(quantity_received) > 0);
    return hasCome || snapshot.status === 'completed' ? worth : '0';
  }
}

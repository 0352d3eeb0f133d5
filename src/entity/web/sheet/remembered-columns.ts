import { browserStore } from '../../../platform/web/store.ts';
import type { CsvColumns } from '../../sheet/csv-lines.ts';

/** Lists of other programs have few shapes. */
const maxShapes = 20;

interface Shape {
  readonly head: readonly string[];
  readonly columns: CsvColumns;
}

const storageKey = (userId: number, table: string): string => `import-columns:${userId}:${table}`;

/** The columns that the person chose for a file with the same head (SHEET-19); null for a new shape. */
export function rememberedColumns(userId: number, table: string, head: readonly string[]): CsvColumns | null {
  return shapesOf(userId, table).find((shape) => isSameHead(shape, head))?.columns ?? null;
}

export function rememberColumns(
  userId: number,
  table: string,
  head: readonly string[],
  columns: CsvColumns,
): void {
  const others = shapesOf(userId, table).filter((shape) => !isSameHead(shape, head));
  const shapes: readonly Shape[] = [{ head, columns }, ...others].slice(0, maxShapes);
  browserStore.set(storageKey(userId, table), JSON.stringify(shapes));
}

function isSameHead(shape: Shape, head: readonly string[]): boolean {
  return JSON.stringify(shape.head) === JSON.stringify(head);
}

function shapesOf(userId: number, table: string): readonly Shape[] {
  return JSON.parse(browserStore.get(storageKey(userId, table)) ?? '[]') as readonly Shape[];
}

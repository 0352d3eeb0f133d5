import { type Amount, compareAmounts, dividedBy, round, sum, times } from '../../../base/money.ts';
import type { XmlElement } from '../../../base/xml-reading.ts';
import { attributeOf } from '../../../base/xml-tree.ts';
import type { CartItem } from '../cart.ts';

/** A cart item as XML element and as parsed. */
export interface ReadItem {
  readonly element: XmlElement;
  readonly item: CartItem;
}

/** An item that becomes a line. */
export interface GroupedItem extends ReadItem {
  /** Its group, if that has no line itself. */
  readonly group: CartItem | null;
  /** Items included in its price, which get no lines. */
  readonly parts: readonly CartItem[];
}

/** Where the price of a group is: at the group, at its items, or both added. */
type Way = 'group' | 'items' | 'both';

interface Node extends ReadItem {
  readonly children: Node[];
}

/** Deeper nesting and cycles are not treated as groups. */
const deepest = 10;

/**
 * The cart items that become lines, so that no price counts twice (PUN-06): a group with its own price (`groupLevel`)
 * is one line that lists its items, a group with priced items (`itemLevel`) is replaced by them. If the cart does not
 * declare the level, the reading whose sum is the cart total is used.
 */
export function groupedItems(items: readonly ReadItem[], total: Amount | null): readonly GroupedItem[] {
  const roots = treeOf(items);
  const linesBy = (unsaid: Way | null) => roots.flatMap((root) => linesOf(root, unsaid, null));
  const lines = linesBy(null);
  if (total === null || roots.length === items.length || costsOf(lines) === total) return lines;
  const others = (['group', 'items', 'both'] as const).map((way) => linesBy(way));
  return others.find((each) => costsOf(each) === total) ?? lines;
}

function treeOf(items: readonly ReadItem[]): readonly Node[] {
  const nodes = items.map((each): Node => ({ ...each, children: [] }));
  const isNumbered = nodes.some(({ element }) => attributeOf(element, 'lineNumber') !== null);
  const byNumber = new Map<string, Node>();
  for (const [place, node] of nodes.entries()) {
    const number = isNumbered ? numberOf(node, 'lineNumber') : String(place + 1);
    if (number !== null && !byNumber.has(number)) byNumber.set(number, node);
  }
  const parentOf = (node: Node) => byNumber.get(numberOf(node, 'parentLineNumber') ?? '');
  const isPlaced = (node: Node) => {
    let above = parentOf(node);
    for (let depth = 0; above && depth < deepest; depth += 1) above = parentOf(above);
    return above === undefined;
  };
  return nodes.filter((node) => {
    const parent = isPlaced(node) ? parentOf(node) : undefined;
    parent?.children.push(node);
    return parent === undefined;
  });
}

function numberOf({ element }: Node, name: string): string | null {
  const number = attributeOf(element, name)
    ?.trim()
    .replace(/^0+(?=\d)/, '');
  return number || null;
}

function linesOf(node: Node, unsaid: Way | null, group: CartItem | null): readonly GroupedItem[] {
  const { element, item, children } = node;
  const way = children.length === 0 ? 'both' : wayOf(node, unsaid);
  const parts = way === 'group' ? children.flatMap(withAllBelow).map((each) => each.item) : [];
  const own: GroupedItem = { element, item, group, parts };
  if (way === 'group') return [own];
  const below = children.flatMap((child) => linesOf(child, unsaid, way === 'items' ? item : group));
  return way === 'items' ? below : [own, ...below];
}

/**
 * The declared level, unless nothing has a price there. Undeclared parents that are no groups count next to their
 * items.
 */
function wayOf(node: Node, unsaid: Way | null): Way {
  const isPriced = hasPrice(node.item);
  const hasPricedItems = node.children.flatMap(withAllBelow).some(({ item }) => hasPrice(item));
  const isGroup = attributeOf(node.element, 'itemType') === 'composite';
  const wayOfType = { groupLevel: 'group', itemLevel: 'items' } as const;
  const type = attributeOf(node.element, 'compositeItemType');
  const assumed = isGroup ? (isPriced ? 'group' : 'items') : 'both';
  const way = type === 'groupLevel' || type === 'itemLevel' ? wayOfType[type] : (unsaid ?? assumed);
  if (way === 'group' && !isPriced && hasPricedItems) return 'items';
  return way === 'items' && isPriced && !hasPricedItems ? 'group' : way;
}

function withAllBelow(node: Node): readonly Node[] {
  return [node, ...node.children.flatMap(withAllBelow)];
}

function hasPrice({ price }: CartItem): boolean {
  return price !== null && compareAmounts(price, '0') > 0;
}

function costsOf(lines: readonly GroupedItem[]): Amount {
  const net = ({ item: { quantity, price, price_unit } }: GroupedItem) =>
    round(dividedBy(times(quantity ?? '0', price ?? '0'), price_unit), 2);
  return round(sum(lines.map(net)), 2);
}

import { type Amount, compareAmounts, dividedBy, round, sum, times } from '../../../base/money.ts';
import type { XmlElement } from '../../../base/xml-reading.ts';
import { attributeOf } from '../../../base/xml-tree.ts';
import type { CartItem } from '../cart.ts';

/** An item of a cart, as it stands there and as it was read. */
export interface ReadItem {
  readonly element: XmlElement;
  readonly item: CartItem;
}

/** An item that becomes a line of its own. */
export interface GroupedItem extends ReadItem {
  /** The group that it was sold in and that has no line itself. */
  readonly group: CartItem | null;
  /** What its price pays for as well, so that none of it has a line. */
  readonly parts: readonly CartItem[];
}

/** Whether a group costs what it says itself, what its items say, or both together. */
type Way = 'group' | 'items' | 'both';

interface Node extends ReadItem {
  readonly children: Node[];
}

/** Deeper ones, and those that stand in a circle, are no groups of a shop. */
const deepest = 10;

/**
 * The items of a cart that become lines, so that no price counts twice (PUN-06): a group with a price of its own
 * (`groupLevel`) is one line that names what is in it, one whose items are priced (`itemLevel`) gives way to them. Where a
 * cart does not say which, that is meant by which the sum of all lines is the total of the cart.
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

/** What the cart says, unless nothing has a price where it says. Without a word what is no group stands beside its parent. */
function wayOf(node: Node, unsaid: Way | null): Way {
  const isPriced = hasPrice(node.item);
  const hasPricedItems = node.children.flatMap(withAllBelow).some(({ item }) => hasPrice(item));
  const isGroup = attributeOf(node.element, 'itemType') === 'composite';
  const said = { groupLevel: 'group', itemLevel: 'items' } as const;
  const type = attributeOf(node.element, 'compositeItemType');
  const assumed = isGroup ? (isPriced ? 'group' : 'items') : 'both';
  const way = type === 'groupLevel' || type === 'itemLevel' ? said[type] : (unsaid ?? assumed);
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

import { SaxesParser } from 'saxes';

export interface XmlNode {
  /** Without prefix. */
  readonly name: string;
  readonly namespace: string;
  /** With prefix, such as `xsi:type`. */
  readonly attributes: Readonly<Record<string, string>>;
  readonly children: readonly XmlNode[];
  /** The direct text content, trimmed. */
  readonly text: string;
}

interface OpenNode extends XmlNode {
  readonly children: OpenNode[];
  text: string;
}

/** Null where the content is not well-formed. */
export function readXmlTree(content: Buffer): XmlNode | null {
  const parser = new SaxesParser({ xmlns: true });
  const open: OpenNode[] = [];
  let root: XmlNode | null = null;
  parser.on('opentag', ({ local, uri, attributes }) => {
    const values = Object.values(attributes).map(({ name, value }) => [name, value]);
    const node: OpenNode = {
      name: local,
      namespace: uri,
      attributes: Object.fromEntries(values),
      children: [],
      text: '',
    };
    open.at(-1)?.children.push(node);
    root ??= node;
    open.push(node);
  });
  parser.on('text', (text) => {
    const node = open.at(-1);
    if (node) node.text += text;
  });
  parser.on('closetag', () => {
    const node = open.pop();
    if (node) node.text = node.text.trim();
  });
  try {
    parser.write(content.toString('utf8').replace(/^\uFEFF/, '')).close();
  } catch {
    return null;
  }
  return root;
}

/** The children with that name. */
export function childrenOf(node: XmlNode, name: string): readonly XmlNode[] {
  return node.children.filter((child) => child.name === name);
}

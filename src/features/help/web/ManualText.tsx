import { Link } from '@tanstack/react-router';
import { Fragment, type ReactNode, useMemo } from 'react';
import type { Language } from '../../../base/language.ts';
import { type Block, type Inline, plainText, readManual } from '../manual-text.ts';
import { isManualPage, type ManualPageId } from '../pages.ts';
import classes from './ManualText.module.css';
import { pictureAddress } from './manual-pictures.ts';

export interface ManualTextProps {
  readonly source: string;
  readonly language: Language;
  /** Heading level of the text's sections, by context. */
  readonly level: 2 | 3;
  /** Opens a linked page in the drawer; without it links navigate. */
  readonly onOpen?: (page: ManualPageId) => void;
}

/** A manual page without its title. Contains no HTML. */
export function ManualText({ source, language, level, onOpen }: ManualTextProps): ReactNode {
  const { blocks } = useMemo(() => readManual(source), [source]);
  return (
    <div className={classes.text} lang={language}>
      {blocks.map((block, index) => (
        // biome-ignore lint/suspicious/noArrayIndexKey: blocks have no key and never move.
        <ShownBlock key={index} block={block} language={language} level={level} onOpen={onOpen} />
      ))}
    </div>
  );
}

type Open = ((page: ManualPageId) => void) | undefined;

interface BlockProps {
  readonly block: Block;
  readonly language: Language;
  readonly level: 2 | 3;
  readonly onOpen: Open;
}

function ShownBlock({ block, language, level, onOpen }: BlockProps): ReactNode {
  switch (block.kind) {
    case 'heading': {
      const Heading = `h${level + block.level - 2}` as 'h2' | 'h3' | 'h4';
      // No ids in the drawer, which could clash with the page's.
      const id = onOpen === undefined ? block.anchor : undefined;
      return (
        <Heading id={id} tabIndex={-1}>
          {plainText(block.content)}
        </Heading>
      );
    }
    case 'paragraph':
      return (
        <p>
          <Line content={block.content} onOpen={onOpen} />
        </p>
      );
    case 'list': {
      const List = block.ordered ? 'ol' : 'ul';
      return (
        <List>
          {block.items.map((item, index) => (
            // biome-ignore lint/suspicious/noArrayIndexKey: items have no key and never move.
            <li key={index}>
              <Line content={item} onOpen={onOpen} />
            </li>
          ))}
        </List>
      );
    }
    case 'example':
      return (
        // biome-ignore lint/a11y/noNoninteractiveTabindex: a scrolling area must be reachable by keyboard.
        <pre tabIndex={0}>
          <code>{block.text}</code>
        </pre>
      );
    case 'picture': {
      const address = pictureAddress(language, block.name);
      if (address === undefined) return null;
      return (
        <figure>
          <img src={address} alt={block.text} loading="lazy" />
          <figcaption aria-hidden>{block.text}</figcaption>
        </figure>
      );
    }
  }
}

function Line({
  content,
  onOpen,
}: {
  readonly content: readonly Inline[];
  readonly onOpen: Open;
}): ReactNode {
  return content.map((part, index) => (
    // biome-ignore lint/suspicious/noArrayIndexKey: parts have no key and never move.
    <Fragment key={index}>{shownPart(part, onOpen)}</Fragment>
  ));
}

function shownPart(part: Inline, onOpen: Open): ReactNode {
  switch (part.kind) {
    case 'text':
      return part.text;
    case 'label':
      return <strong>{part.text}</strong>;
    case 'code':
      return <code>{part.text}</code>;
    case 'link':
      return <ManualLink to={part.to} text={part.text} onOpen={onOpen} />;
  }
}

/** Link to a manual page (`accounting#datev`), a product page (`/overview`), or an external site. */
function ManualLink({
  to,
  text,
  onOpen,
}: {
  readonly to: string;
  readonly text: string;
  readonly onOpen: Open;
}) {
  if (to.startsWith('https://')) {
    return (
      <a href={to} target="_blank" rel="noreferrer">
        {text}
      </a>
    );
  }
  const [page = '', anchor] = to.split('#');
  if (!isManualPage(page)) return <Link to={to}>{text}</Link>;
  if (onOpen !== undefined) {
    return (
      <button type="button" className={classes.link} onClick={() => onOpen(page)}>
        {text}
      </button>
    );
  }
  return (
    <Link to="/help/$page" params={{ page }} {...(anchor === undefined ? {} : { hash: anchor })}>
      {text}
    </Link>
  );
}

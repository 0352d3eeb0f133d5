import type { ReactNode } from 'react';
import { useTranslation } from 'react-i18next';
import type { Block } from '../model.ts';
import classes from './ProcessDocumentation.module.css';

/** Generated content as it will be printed. */
export function BlockView({ block }: { readonly block: Block }): ReactNode {
  switch (block.kind) {
    case 'text':
      return <p className={classes.text}>{block.text}</p>;
    case 'list':
      return (
        <ol className={classes.steps}>
          {block.items.map((item) => (
            <li key={item}>{item}</li>
          ))}
        </ol>
      );
    case 'diagram':
      return <DiagramView diagram={block} />;
    default:
      return <TableView table={block} />;
  }
}

/** Boxes below each other, as printed. */
function DiagramView({
  diagram: { title, steps },
}: {
  readonly diagram: Extract<Block, { kind: 'diagram' }>;
}): ReactNode {
  return (
    <figure className={classes.diagram}>
      <figcaption className={classes.tableTitle}>{title}</figcaption>
      <ol>
        {steps.map(({ name, by, otherwise }) => (
          <li key={name} className={classes.step}>
            <div className={classes.box}>
              <p>{name}</p>
              <p className="quiet tabular">{by}</p>
            </div>
            {otherwise === undefined ? null : <p className={classes.otherwise}>→ {otherwise}</p>}
          </li>
        ))}
      </ol>
    </figure>
  );
}

/** Rows on the page; the file contains all. */
const shownRows = 50;

function TableView({ table }: { readonly table: Extract<Block, { kind: 'table' }> }): ReactNode {
  const { t } = useTranslation();
  const { title, head } = table;
  const rows = table.rows.slice(0, shownRows);
  if (rows.length === 0) return null;
  if (head.length === 0)
    return (
      <div className={classes.named}>
        {title === undefined ? null : <p className={classes.tableTitle}>{title}</p>}
        <dl>
          {rows.map(([name, value]) => (
            <div key={name} className={classes.fact}>
              <dt>{name}</dt>
              <dd>{value}</dd>
            </div>
          ))}
        </dl>
      </div>
    );
  return (
    // Wide tables scroll, also with the keyboard.
    // biome-ignore lint/a11y/noNoninteractiveTabindex: a scrolling area must be reachable by keyboard.
    <div className={classes.tableFrame} tabIndex={0}>
      <table className={classes.table}>
        {title === undefined ? null : <caption>{title}</caption>}
        <thead>
          <tr>
            {head.map((name) => (
              <th key={name} scope="col">
                {name}
              </th>
            ))}
          </tr>
        </thead>
        <tbody>
          {rows.map((row, place) => (
            // biome-ignore lint/suspicious/noArrayIndexKey: rows may be equal, and none is inserted.
            <tr key={place}>
              {row.map((cell, column) => (
                <td key={head[column]}>{cell}</td>
              ))}
            </tr>
          ))}
        </tbody>
      </table>
      {rows.length < table.rows.length ? (
        <p className="quiet tabular">
          {t('process_documentation.more_rows', { count: table.rows.length - rows.length })}
        </p>
      ) : null}
    </div>
  );
}

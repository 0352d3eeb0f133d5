import type { ReactNode } from 'react';
import type { Area, Place } from '../../sheet/area.ts';
import classes from './EntitySheet.module.css';
import { boxOf, boxOfCell, type Layout } from './grid-layout.ts';

export interface GridMarksProps {
  readonly layout: Layout;
  readonly area: Area;
  readonly active: Place;
  /** What a fill would cover if the pointer were let go now. */
  readonly filling: Area | null;
}

/** The frames above the cells: what is selected, the active cell, what is being filled, and the handle to fill from. */
export function GridMarks({ layout, area, active, filling }: GridMarksProps): ReactNode {
  const areaBox = boxOf(layout, area);
  return (
    <>
      <div className={classes.area} style={areaBox} />
      <div className={classes.active} style={boxOfCell(layout, active)} />
      {filling ? <div className={classes.filling} style={boxOf(layout, filling)} /> : null}
      <div
        data-part="fill"
        className={classes.handle}
        style={{ top: areaBox.top + areaBox.height, left: areaBox.left + areaBox.width }}
      />
    </>
  );
}

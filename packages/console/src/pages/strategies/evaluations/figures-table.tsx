// Figures at a length of list, a row each.
import { StackedTable } from '../../../ui/stacked-table.tsx';
import { type FigureName, type Figures, figureNames, sayFigure } from './figures.ts';

interface Given {
  readonly label: string;
  /** Of the column that names the rows. */
  readonly head: string;
  readonly rows: readonly {
    readonly key: string | number;
    readonly name: string;
    readonly figures: Figures;
  }[];
  /** Are the rows comparable, so that the best figure of each kind is set off? */
  readonly marksBest?: boolean;
}

const names = Object.keys(figureNames) as FigureName[];

export function FiguresTable({ label, head, rows, marksBest = false }: Given) {
  const best = (name: FigureName) => Math.max(...rows.map(({ figures }) => figures[name]));
  return (
    <StackedTable
      label={label}
      heads={[head, ...names.map((name) => figureNames[name].head)]}
      rows={rows.map(({ key, name, figures }) => ({
        key,
        cells: [
          name,
          ...names.map((one) => {
            const isBest = marksBest && rows.length > 1 && figures[one] === best(one);
            return isBest ? <b key={one}>{sayFigure(figures[one])}</b> : sayFigure(figures[one]);
          }),
        ],
      }))}
    />
  );
}

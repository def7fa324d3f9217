/** Where a key leads in the sheet: row and column of the next cell, without any element. */

const CHIP_COLUMNS = ["game", "limit", "small_blind", "big_blind", "ante", "ante_kind", "small_bet", "big_bet", "bring_in", "completion"];

/** The column of `keys` that lies under `wanted`: itself, or in a break the field that takes its place. */
export function columnIn(keys, wanted) {
  if (keys.includes(wanted)) return wanted;
  const place = CHIP_COLUMNS.indexOf(wanted);
  if (place >= 0) return keys.includes("color_up") ? (place < 4 ? "note" : "color_up") : keys[0];
  return wanted === "color_up" && keys.includes("ante") ? "ante" : keys.includes("small_blind") ? "small_blind" : keys[0];
}

/** The cell above (-1) or below (+1); null beyond the edge. `rows` has the keys of each row. */
export function vertical(rows, row, wanted, step) {
  const next = row + step;
  return next < 0 || next >= rows.length ? null : { row: next, key: columnIn(rows[next], wanted) };
}

/** The next row down, or up, that has this very column: where Enter goes. Null past the end. */
export function sameColumn(rows, row, key, step) {
  for (let next = row + step; next >= 0 && next < rows.length; next += step) {
    if (rows[next].includes(key)) return { row: next, key };
  }
  return null;
}

/** The cell before or after in reading order. */
export function horizontal(rows, row, key, step) {
  const at = rows[row].indexOf(key) + step;
  if (at >= 0 && at < rows[row].length) return { row, key: rows[row][at] };
  const next = row + step;
  if (next < 0 || next >= rows.length || !rows[next].length) return null;
  return { row: next, key: step > 0 ? rows[next][0] : rows[next].at(-1) };
}

/** The keys from a focused cell to the right, for a block pasted there. */
export function columnsFrom(keys, key) {
  return keys.slice(Math.max(0, keys.indexOf(key)));
}

// A group's own map: its own pixels, in parts, once the map is shown larger than its picture.
import { theme } from "./net.js";

/** Return a function that lays those parts over the picture which are in view. */
export function watchPhoto(sheet, image) {
  const laid = document.createElement("div"), parts = new Map();
  laid.className = "parts";
  image.after(laid);

  function part(photo, column, row) {
    const [left, top, right, bottom] = photo.box, [x, y] = [left + column * photo.side, top + row * photo.side];
    const made = new Image();
    made.alt = "";
    made.draggable = false;
    made.addEventListener("error", () => made.remove());
    const high = sheet.querySelector("svg.light").viewBox.baseVal.height;
    Object.assign(made.style, {
      left: `${x / 100}%`, top: `${(y / high) * 100}%`,
      width: `${Math.min(photo.side, right - x) / 100}%`, height: `${(Math.min(photo.side, bottom - y) / high) * 100}%`,
    });
    laid.append(made);
    return made;
  }

  return (photo, wide, at, pane) => {
    const most = Math.min(wide * devicePixelRatio, photo?.across ?? 0);
    laid.hidden = !image.naturalWidth || most <= image.naturalWidth;
    if (laid.hidden) return;
    const pixel = 10000 / wide, [left, top] = photo.box;
    const number = (at, least) => Math.floor((at * pixel - least) / photo.side);
    const columns = [Math.max(0, number(-at.x, left)), Math.min(photo.parts[0], number(pane.wide - at.x, left) + 1)];
    const rows = [Math.max(0, number(-at.y, top)), Math.min(photo.parts[1], number(pane.high - at.y, top) + 1)];
    for (let column = columns[0]; column < columns[1]; ++column) {
      for (let row = rows[0]; row < rows[1]; ++row) {
        const name = `${photo.digest}/${column}/${row}`, path = `${image.dataset.parts}/${name}/${theme()}`;
        if (!parts.has(name)) parts.set(name, part(photo, column, row));
        if (parts.get(name).getAttribute("src") !== path) parts.get(name).src = path;
      }
    }
  };
}

/** Above this many rows a second nobody can read along: the list is drawn a few times a second only. */
const readableRate = 150;
const busyMs = 250;
/** How long rows are counted for the rate. */
const countMs = 300;
/** A page in the background gets no frames. */
const hiddenMs = 500;

/** Returns a function that says how many rows came; `draw` is called soon after, once for all that came meanwhile. */
export function createDrawing(draw: () => void): (rows: number) => void {
  let isScheduled = false;
  let isBusy = false;
  let counted = 0;
  let countedSince = performance.now();
  let drawnAt = 0;
  const drawNow = () => {
    const now = performance.now();
    const spanMs = now - countedSince;
    if (spanMs >= countMs) {
      isBusy = (counted / spanMs) * 1_000 > readableRate;
      counted = 0;
      countedSince = now;
    }
    isScheduled = false;
    drawnAt = now;
    draw();
  };
  return (rows) => {
    counted += rows;
    if (isScheduled) return;
    isScheduled = true;
    if (document.hidden) setTimeout(drawNow, hiddenMs);
    else if (isBusy) setTimeout(drawNow, Math.max(0, busyMs - (performance.now() - drawnAt)));
    else requestAnimationFrame(drawNow);
  };
}

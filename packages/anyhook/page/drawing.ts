/** Above this rate of rows per second the list is unreadable, so it is drawn only a few times a second. */
const readableRate = 150;
const busyMs = 250;
/** How long rows are counted for the rate. */
const countMs = 300;
/** A page in the background gets no frames. */
const hiddenMs = 500;

/** Returns a function that takes the number of new rows; `draw` is called soon after, once for all of them. */
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

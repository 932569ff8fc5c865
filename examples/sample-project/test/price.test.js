import assert from 'node:assert/strict';
import { total } from '../src/price.js';

const order = (price, quantity) => [{ price, quantity }];

assert.equal(total([]), 0, 'an empty order costs nothing');
assert.equal(total(order(250, 2)), 500, 'a small order has no discount');
assert.equal(total(order(10_000, 2)), 18_000, 'an order over 100.00 is 10 % cheaper');
console.log('3 checks passed');

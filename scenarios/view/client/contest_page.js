/* A contest: it can be played on from any of its positions. */
import { playOn } from "./dom.js";

playOn();
